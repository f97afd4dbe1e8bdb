const STILL_AFTER_MS = 120;

/** Reports when a view has stopped to move. */
export interface MotionWatch {
  moved(): void;
  stop(): void;
}

/** Creates a watch that calls a function once no move came for a while. */
export function createMotionWatch(onStill: () => void): MotionWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    moved() {
      clearTimeout(timer);
      timer = setTimeout(onStill, STILL_AFTER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
