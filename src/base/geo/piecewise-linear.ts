/** A function given by its values at some points. Shape: `x` ascends, `y` has as many values. */
export interface PiecewiseLinear {
  x: readonly number[];
  y: readonly number[];
}

/** Returns the value of a piecewise linear function, constant before its first point and after its last; 0 without points. */
export function valueAt({ x, y }: PiecewiseLinear, at: number): number {
  const last = x.length - 1;
  if (last < 0) return 0;
  if (at >= (x[last] as number)) return y[last] as number;
  if (!(at > (x[0] as number))) return y[0] as number;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((x[middle] as number) <= at) low = middle;
    else high = middle;
  }
  const [x0, x1] = [x[low] as number, x[high] as number];
  const [y0, y1] = [y[low] as number, y[high] as number];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}
