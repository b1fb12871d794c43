/** A mistake that the person at the terminal can correct. Its message is all that they see. */
export class Refusal extends Error {}

/** Names and comments come from strangers, and could move the cursor or hide text. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD')
}

export function print(text: string): void {
  process.stdout.write(`${visible(text)}\n`)
}

/** On one line, so that several can follow each other. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function warn(text: string): void {
  process.stderr.write(`pinmark: ${visible(text)}\n`)
}
