/** Limits that server and web app share. Sizes in bytes, times in milliseconds, lengths in code points. */
export const limits = {
  /** Random bits of every public id and share link: 16 bytes, 22 characters in base64url. */
  publicIdLength: 22,
  userName: { max: 60 },
  email: { max: 254 },
  password: { min: 8, max: 256 },
  apiTokenName: { max: 60 },
  apiTokensPerAccount: 50,
  projectsPerToken: 50,
  linkPassword: { min: 6, max: 256 },
  projectName: { max: 120 },
  /** Members of a project, besides its owner. */
  membersPerProject: 20,
  /** Invitations to a project that can still be used. */
  invitationsPerProject: 20,
  invitationDays: 7,
  projectDescription: { max: 5_000 },
  label: { max: 30 },
  labelsPerProject: 5,
  designTitle: { max: 60 },
  versionNote: { max: 500 },
  verdictNote: { max: 500 },
  roundMessage: { max: 500 },
  commenter: { max: 60 },
  commentText: { max: 5_000 },
  idempotencyKey: { max: 200 },
  webhookAddress: { max: 2_000 },
  webhooksPerAccount: 20,
  /** Number of kept deliveries per webhook. Older ones are removed once they are delivered. */
  deliveriesKept: 50,
  /** Messages that wait for one webhook before it is paused: as many as the comments of a network in a day. */
  deliveriesWaiting: 2_000,
  /** Consecutive combining marks in a name. More would overlap neighbouring lines. */
  combiningMarksInARow: 4,
  image: {
    maxPixels: 50_000_000,
    /** The largest side of the JPEG of each image (JPEG_MAX_DIMENSION of libjpeg). */
    maxSidePx: 65_500,
    /** Default of MAX_UPLOAD_MB, for multipart uploads. */
    maxMultipartMb: 25,
    /** Maximum size of an image inside a JSON data URL, even if MAX_UPLOAD_MB is larger. */
    maxDataUrlMb: 10,
    /** As text in the call of a tool. Text and image share the memory of one sender. */
    maxToolMb: 8,
  },
  /** Files in one form of new designs. */
  designsAtOnce: 50,
  /** Pages of a PDF that one call turns into designs. */
  pagesAtOnce: 40,
  designsPerProject: 100,
  /** Versions of all designs together, including the trash. They are in the project's document, which is read
   *  for every comment. This many are about half a megabyte. */
  versionsPerProject: 1_000,
  /** Verdicts of one round. Each browser may give one. */
  verdictsPerRound: 500,
  agreesPerMessage: 100,
  /** Replies of a comment. A comment is sent to every live page with all of its replies, so their number and
   *  their size (UTF-8) are limited. */
  repliesPerComment: 1_000,
  replyBytesPerComment: 2_000_000,
  /** Pictures in a comment or reply. */
  picture: {
    perMessage: 4,
    maxMb: 5,
    name: { max: 100 },
    /** How long an uploaded picture waits for its message. */
    waitsMs: 60 * 60_000,
  },
  /** Strokes of a comment, and the points of all of them. */
  strokes: { perComment: 20, points: 2_000 },
  /** Maximum size of all bodies except signed-in uploads. */
  maxBodyBytes: 64 * 1024,
  commentsPage: { max: 500 },
  /** Limits of an export: the search text, and the numbers of comments. An address has to fit through
   *  proxies. */
  exportSearch: { max: 200 },
  exportNumbers: { max: 4_000 },
  /** `createdAt` of a comment is used if it is this close to the server's time. */
  clientClockToleranceMs: 5 * 60_000,
  /** A deleted comment can be restored for this time. */
  commentUndoMs: 10 * 60_000,
  /** A deleted project, design or version can be restored for this time. */
  trashDays: 30,
} as const

/** Constants of the web page from the specification. */
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
