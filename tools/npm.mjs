// npm where a system has none: a copy that is fetched once and whose checksum is known. Debian's
// package needs 480 others, which take minutes to install.
//
//   node tools/npm.mjs ci

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const VERSION = '10.9.4';
const SHA512 = 'OnUG836FwboQIbqtefDNlyR0gTHzIfwRfE3DuiNewBvnMnWEpB0VEXwBlFVgqpNzIgYo/MHh3d2Hel/pszapAA==';
const REGISTRY = process.env.npm_config_registry ?? 'https://registry.npmjs.org';
const FOLDER = fileURLToPath(new URL(`../web/.npm/${VERSION}/`, import.meta.url));
const PROGRAM = `${FOLDER}/bin/npm-cli.js`;

async function fetchNpm() {
  const address = `${REGISTRY}/npm/-/npm-${VERSION}.tgz`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  const archive = Buffer.from(await response.arrayBuffer());
  const found = createHash('sha512').update(archive).digest('base64');
  if (found !== SHA512) throw new Error(`${address} has the checksum ${found}, expected ${SHA512}`);
  mkdirSync(FOLDER, { recursive: true });
  execFileSync('tar', ['-xz', '--strip-components=1', '-C', FOLDER], { input: archive });
}

if (!existsSync(PROGRAM)) await fetchNpm();
const { status } = spawnSync(process.execPath, [PROGRAM, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
