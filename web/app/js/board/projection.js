/**
 * From the unrolled board to the page.
 *
 * A cell is one unit wide: cell (c, r) has its centre at x = c + r/2, y = r √3/2. A projection maps
 * the points of that plane, so that cells, lines across seams and marks come out right in every
 * layout.
 */

/** @import { Board } from '../types.js' */

/** @typedef {{ x: number, y: number }} Point */

export const UNIT = 36;
export const ROW = Math.sqrt(3) / 2;
const RADIUS = ROW / 1.5;

/** How much wider the outside of an annulus may be than its inside. */
const SPREAD = 5;

/** Pieces of an arc that is one cell wide: so many that it looks round. */
const ARC = 14;

/** The corners of a cell, clockwise from the left end of its upper side. */
const CORNERS = [[-0.5, -RADIUS / 2], [0, -RADIUS], [0.5, -RADIUS / 2], [0.5, RADIUS / 2], [0, RADIUS], [-0.5, RADIUS / 2]];

export const NORTH_WEST = 0;
export const NORTH = 1;
export const NORTH_EAST = 2;
export const SOUTH_EAST = 3;
export const SOUTH = 4;
export const SOUTH_WEST = 5;

/** The centre of a cell in the unrolled plane. @param {number} col @param {number} row @returns {Point} */
export const center = (col, row) => ({ x: col + row / 2, y: row * ROW });

/**
 * @typedef {object} Projection
 * @property {boolean} annulus
 * @property {(at: Point) => Point} point   Where a point of the plane lies on the page.
 * @property {(col: number, row: number, corner: number, factor?: number) => Point} corner   In the plane.
 * @property {(at: Point) => number} scale   How large things are there.
 * @property {(dx: number, dy: number, at: Point) => { cols: number, rows: number }} drag
 *   How many columns and rows a movement on the page is.
 * @property {(cols: number, rows: number) => string} shift   The transform of such a movement.
 */

/**
 * Straight rows, turned so that a1 points to an hour of the clock: 10 is flat, 9 a diamond.
 *
 * @param {number} hour
 * @returns {Projection}
 */
export function flat(hour) {
  const angle = ((hour - 10) * Math.PI) / 6;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  /** @param {Point} at */
  const point = ({ x, y }) => ({ x: UNIT * (x * cos - y * sin), y: UNIT * (x * sin + y * cos) });
  return {
    annulus: false,
    point,
    corner(col, row, corner, factor = 1) {
      const { x, y } = center(col, row);
      return { x: x + CORNERS[corner][0] * factor, y: y + CORNERS[corner][1] * factor };
    },
    scale: () => 1,
    drag(dx, dy) {
      const [x, y] = [(dx * cos + dy * sin) / UNIT, (dy * cos - dx * sin) / UNIT];
      return { cols: x - y / ROW / 2, rows: y / ROW };
    },
    shift(cols, rows) {
      const { x, y } = point(center(cols, rows));
      return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
    },
  };
}

/**
 * A cylinder seen from above: row 1 is the outermost ring, columns go clockwise from the top. Cells
 * are bricks between circles, which touch the same six neighbours.
 *
 * @param {Board} board
 * @returns {Projection}
 */
export function annulus(board) {
  const turn = (2 * Math.PI) / board.cols;
  const height = board.rows * ROW;
  // Cells keep their shape where rings shrink like their cells, e^-y; on tall boards the inner ones
  // would vanish. The square of a straight line shrinks more gently, over a limited range.
  const spread = Math.min(SPREAD, Math.exp(turn * height));
  const [outer, inner] = [Math.sqrt(spread), 1];
  const size = (UNIT * height) / (outer * outer - inner * inner);
  /** The square root of the radius, from 1 at the inner rim. @param {Point} at */
  const root = (at) => inner + ((outer - inner) * (height - ROW / 2 - at.y)) / height;
  /** @param {Point} at */
  const radius = (at) => size * root(at) ** 2;
  /** How thick a ring of height 1 is there. @param {Point} at */
  const thickness = (at) => (2 * size * root(at) * (outer - inner)) / height;
  return {
    annulus: true,
    point(at) {
      const [r, angle] = [radius(at), at.x * turn];
      return { x: r * Math.sin(angle), y: -r * Math.cos(angle) };
    },
    corner(col, row, corner, factor = 1) {
      const at = center(col, row);
      // The gap around a smaller cell is as wide at its ends as along it.
      const width = 1 - ((1 - factor) * ROW * thickness(at)) / (turn * radius(at));
      const half = ((ROW / 2) * factor) * Math.sign(CORNERS[corner][1]);
      return { x: at.x + CORNERS[corner][0] * width, y: at.y + half };
    },
    scale: (at) => (ROW * Math.min(thickness(at), turn * radius(at))) / UNIT,
    drag(dx, dy, at) {
      const [from, to] = [Math.atan2(at.y, at.x), Math.atan2(at.y + dy, at.x + dx)];
      const angle = Math.atan2(Math.sin(to - from), Math.cos(to - from));
      return { cols: angle / turn, rows: 0 };
    },
    shift: (cols) => `rotate(${((cols * turn * 180) / Math.PI).toFixed(2)})`,
  };
}

/**
 * The image of a line through points of the plane.
 *
 * @param {Projection} projection
 * @param {Point[]} points
 * @returns {Point[]}
 */
export function polyline(projection, points) {
  if (!projection.annulus) return points.map(projection.point);
  const line = [projection.point(points[0])];
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1], points[index]];
    const pieces = Math.max(1, Math.ceil(Math.abs(to.x - from.x) * ARC));
    for (let piece = 1; piece <= pieces; piece++) {
      const part = piece / pieces;
      line.push(projection.point({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
    }
  }
  return line;
}

/**
 * Path data through points of the page.
 *
 * @param {Point[]} points
 * @param {boolean} [closed]
 */
export const path = (points, closed = false) =>
  `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${closed ? 'Z' : ''}`;

/**
 * The outline of a cell, or of a smaller one inside it.
 *
 * @param {Projection} projection
 * @param {number} col
 * @param {number} row
 * @param {number} [factor]
 */
export function outline(projection, col, row, factor = 1) {
  const corners = CORNERS.map((_, corner) => projection.corner(col, row, corner, factor));
  return path(polyline(projection, [...corners, corners[0]]), true);
}
