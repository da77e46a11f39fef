import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Parameters of scrypt: memory is 128 * cost * blockSize bytes. */
interface ScryptParameters {
  /** A power of two. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

const keyLengthBytes = 32;
const saltLengthBytes = 16;
const defaultParameters: ScryptParameters = { cost: 2 ** 15, blockSize: 8, parallelization: 1 };
const storedForm = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Returns `scrypt$cost$blockSize$parallelization$salt$key`, the last two as base64url. */
export async function hashPassword(
  password: string,
  parameters: ScryptParameters = defaultParameters,
): Promise<string> {
  const salt = randomBytes(saltLengthBytes);
  const key = await deriveKey(password, salt, parameters);
  const { cost, blockSize, parallelization } = parameters;
  const fields = [cost, blockSize, parallelization, salt.toString('base64url')];
  return ['scrypt', ...fields, key.toString('base64url')].join('$');
}

/**
 * Whether `password` is the one that `storedHash` was made of; false for a hash of another form.
 * Without a hash it takes the same time, so that nobody learns that there is none.
 */
export async function verifyPassword(password: string, storedHash?: string): Promise<boolean> {
  const match = storedHash === undefined ? null : storedForm.exec(storedHash);
  if (match === null) {
    await deriveKey(password, randomBytes(saltLengthBytes), defaultParameters);
    return false;
  }
  const [, cost, blockSize, parallelization, salt = '', expected = ''] = match;
  const key = await deriveKey(password, Buffer.from(salt, 'base64url'), {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  });
  const expectedKey = Buffer.from(expected, 'base64url');
  return key.length === expectedKey.length && timingSafeEqual(key, expectedKey);
}

function deriveKey(password: string, salt: Buffer, parameters: ScryptParameters): Promise<Buffer> {
  const { cost, blockSize, parallelization } = parameters;
  const maxmem = 2 * 128 * cost * blockSize;
  const options = { cost, blockSize, parallelization, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLengthBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

const minimumPasswordCharacters = 12;
const maximumPasswordCharacters = 200;

/** What is wrong with a password that someone chooses; undefined if nothing is. */
export function findPasswordProblem(password: string): string | undefined {
  if (password.length < minimumPasswordCharacters) {
    return `Choose a password of at least ${minimumPasswordCharacters} characters.`;
  }
  if (password.length > maximumPasswordCharacters) {
    return `Choose a password of at most ${maximumPasswordCharacters} characters.`;
  }
  return undefined;
}
