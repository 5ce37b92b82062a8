/** The address of an analysis: kept up to date, so that a reload or a copied address leads back. */

/** How long a position has to stay before the address names it, in milliseconds. */
const REST = 200;

export class Address {
  /** @param {string} shown The one that led here. @param {() => Promise<string>} hash The one that leads back. */
  constructor(shown, hash) {
    this.shown = shown;
    this.hash = hash;
    /** Whether another screen is shown, and the address belongs to that. */
    this.left = false;
  }

  /** Names the position as soon as it stays. */
  remember() {
    window.clearTimeout(this.due);
    if (this.left) return;
    const due = window.setTimeout(async () => {
      const hash = await this.hash();
      // Packing takes its time: a later address may have overtaken this one. And whoever goes to
      // another screen is there by the address first, and by this screen's end a little later.
      if (this.left || this.due !== due || location.hash !== this.shown) return;
      history.replaceState(null, '', hash);
      this.shown = location.hash;
    }, REST);
    this.due = due;
  }

  leave() {
    this.left = true;
    window.clearTimeout(this.due);
  }
}
