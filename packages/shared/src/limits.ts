/** Every number that both sides must agree on. Sizes in bytes, times in milliseconds, lengths in code points. */
export const limits = {
  /** Random bits behind every public id and share link: 16 bytes, 22 characters in base64url. */
  publicIdLength: 22,
  userName: { max: 60 },
  email: { max: 254 },
  password: { min: 8, max: 256 },
  apiTokenName: { max: 60 },
  apiTokensPerAccount: 50,
  linkPassword: { min: 6, max: 256 },
  projectName: { max: 120 },
  projectDescription: { max: 5_000 },
  designTitle: { max: 60 },
  versionNote: { max: 500 },
  verdictNote: { max: 500 },
  roundMessage: { max: 500 },
  commenter: { max: 60 },
  commentText: { max: 5_000 },
  idempotencyKey: { max: 200 },
  webhookAddress: { max: 2_000 },
  webhooksPerAccount: 20,
  /** The newest ones of a webhook; older ones are forgotten once they are delivered. */
  deliveriesKept: 50,
  /** Messages that wait for one webhook; then it is paused. As many as the comments of a network in a day. */
  deliveriesWaiting: 2_000,
  /** Combining marks that may follow one another before a name climbs over its neighbours. */
  combiningMarksInARow: 4,
  image: {
    maxPixels: 50_000_000,
    /** WebP ends here. */
    maxSidePx: 16_383,
    /** Default of MAX_UPLOAD_MB, for multipart uploads. */
    maxMultipartMb: 25,
    /** For an image inside a JSON data URL, also where MAX_UPLOAD_MB is larger. */
    maxDataUrlMb: 10,
  },
  /** Files in one form of new designs. */
  designsAtOnce: 50,
  /** Pages of a PDF that become designs with one call. */
  pagesAtOnce: 40,
  designsPerProject: 100,
  /** Of all designs together, those in the trash included. They are one document with their project, which is read for
   *  every comment: this many weigh about half a megabyte. */
  versionsPerProject: 1_000,
  /** Each browser may give one. */
  verdictsPerRound: 500,
  agreesPerMessage: 100,
  /** A comment goes to all who follow with all of its replies: they are limited in number and in weight (UTF-8). */
  repliesPerComment: 1_000,
  replyBytesPerComment: 2_000_000,
  /** Pictures in a comment or reply. */
  picture: {
    perMessage: 4,
    maxMb: 5,
    name: { max: 100 },
    /** An uploaded picture waits this long for its message. */
    waitsMs: 60 * 60_000,
  },
  /** Bodies of everything but a signed-in upload. */
  maxBodyBytes: 64 * 1024,
  commentsPage: { max: 500 },
  /** Of an export: what is searched for, and numbers of comments. An address has to stay within what proxies take. */
  exportSearch: { max: 200 },
  exportNumbers: { max: 4_000 },
  /** A comment's own `createdAt` is believed this close to the server's clock. */
  clientClockToleranceMs: 5 * 60_000,
  /** A deleted comment can be brought back for this long. */
  commentUndoMs: 10 * 60_000,
  /** A deleted project, design or version can be restored for this long. */
  trashDays: 30,
} as const

/** Constants of the web page that the specification fixes. */
export const pageConstants = {
  copiedMs: 2_000,
  phoneBelowPx: 768,
  widePopupFromPx: 1_024,
  popupWidthPx: { narrow: 300, wide: 400 },
  popupPhoneWidth: 0.9,
  popupOffsetPx: 20,
  markerMaxWidthPx: 150,
  frameHeightPx: 500,
} as const
