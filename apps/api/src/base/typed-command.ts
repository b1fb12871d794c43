/** How to type a command of Pinmark, as it was installed: `npm run backup -- FILE` in a copy of the source,
 *  `npx pinmark backup FILE` for the package, whose program sets the variable. */
export function typedCommand(name: string, args = ''): string {
  if (process.env['PINMARK_RUN_BY'] === 'npx') return `npx pinmark ${name}${args && ` ${args}`}`
  return `npm run ${name}${args && ` -- ${args}`}`
}
