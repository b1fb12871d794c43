/** Patterns of what the schemas check. They stand apart because the first script of a page tests them without zod. */

/** 16 random bytes in base64url: a public id or a share link. */
export const publicIdPattern = /^[A-Za-z0-9_-]{22}$/

/** What stands in the address of an image: its id and a seal, both of 16 bytes. It ends with the link that gave it out. */
export const imageKeyPattern = /^[A-Za-z0-9_-]{44}$/

/** The same characters as an id, chosen by the browser. */
export const guestSecretPattern = /^[A-Za-z0-9_-]{22,64}$/
