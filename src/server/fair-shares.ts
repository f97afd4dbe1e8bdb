/** Whose work it is: the account of its key, and the address that it came from. Shape: where no key is needed, both are the address. */
export interface Client {
  account: string;
  address: string;
}

/** The part of a lane that an account, or an address of it, has. */
export interface Share {
  running: number;
  waiting: number;
  /** Number of its last work among all that has begun; 0 for none. */
  lastBegun: number;
}

/** What a client has: as an account, and as an address of it. */
export type Shares = readonly [account: Share, address: Share];

/** Number of shares from which on those without work are forgotten. */
const MANY_SHARES = 256;

/** Creates the function that returns the shares of a client. Guarantee: a share with work is kept. */
export function createShares(): (client: Client) => Shares {
  const shares = new Map<string, Share>();
  const shareOf = (name: string): Share => {
    let share = shares.get(name);
    if (!share) shares.set(name, (share = { running: 0, waiting: 0, lastBegun: 0 }));
    return share;
  };
  return ({ account, address }) => {
    if (shares.size >= MANY_SHARES) {
      for (const [name, { running, waiting }] of shares) if (running + waiting === 0) shares.delete(name);
    }
    return [shareOf(account), shareOf(`${account} ${address}`)];
  };
}

/** Returns whose turn it is, of several the first: the account with the fewest places, then the one whose last work began first; within an account its addresses likewise. */
export function nextOf<T extends { shares: Shares }>(waiting: Iterable<T>): T | undefined {
  return leastOf(
    waiting,
    ([account, address], [other, otherAddress]) =>
      account.running - other.running ||
      account.lastBegun - other.lastBegun ||
      address.running - otherAddress.running ||
      address.lastBegun - otherAddress.lastBegun,
  );
}

/** Returns the last one of the client that has most waiting, if it is to leave for another one that has fewer even then. */
export function leaverFor<T extends { shares: Shares }>(
  [account, address]: Shares,
  waiting: Iterable<T>,
): T | undefined {
  const leaver = leastOf(
    [...waiting].reverse(),
    ([one, oneAddress], [other, otherAddress]) =>
      other.waiting - one.waiting || otherAddress.waiting - oneAddress.waiting,
  );
  if (!leaver) return undefined;
  const [most, mostOfAddress] = leaver.shares;
  const isFewer =
    most === account ? address.waiting + 1 < mostOfAddress.waiting : account.waiting + 1 < most.waiting;
  return isFewer ? leaver : undefined;
}

function leastOf<T extends { shares: Shares }>(
  list: Iterable<T>,
  compare: (a: Shares, b: Shares) => number,
): T | undefined {
  let least: T | undefined;
  for (const one of list) if (!least || compare(one.shares, least.shares) < 0) least = one;
  return least;
}
