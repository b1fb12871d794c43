// @ts-check
/* Runs before the first paint. It is a file of its own because the page allows no inline scripts, and plain JavaScript
   because it is served as it stands. Keys and words are those of src/lib/theme.ts and src/lib/session.ts. */

try {
  const theme = localStorage.getItem('pinmark.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden: the system's theme it is.
}
