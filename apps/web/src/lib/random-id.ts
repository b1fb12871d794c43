/** 22 characters in base64url from 16 random bytes. `crypto.randomUUID` is missing on plain-HTTP addresses. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
