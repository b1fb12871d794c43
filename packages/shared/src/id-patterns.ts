/** Patterns that the schemas check. They are separate because the first script of a page tests them without
 *  zod. */

/** 16 random bytes in base64url: a public id or a share link. */
export const publicIdPattern = /^[A-Za-z0-9_-]{22}$/

/** An image key: the image's id and a seal, 16 bytes each. It is valid as long as its link. */
export const imageKeyPattern = /^[A-Za-z0-9_-]{44}$/

/** The same characters as an id; chosen by the browser. */
export const guestSecretPattern = /^[A-Za-z0-9_-]{22,64}$/
