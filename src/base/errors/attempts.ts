/** Returns the end of the message of a request that a service never answered, with the number of attempts. */
export function attemptsText(attempts: number): string {
  return `Tried ${attempts} ${attempts === 1 ? 'time' : 'times'}.`;
}

/** Reports whether a message is that of a request that a service never answered. */
export function isUnanswered(message: string): boolean {
  return /Tried \d+ times?\.$/.test(message);
}
