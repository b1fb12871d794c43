/** Where the first view of a design is its narrow rendition: on a phone held upright, which fits the design to its width.
 *  The widest have some 440 px by three pixels each, and so stretch a picture of 1,080 px by a sixth at most, which is
 *  not to be seen at that size. The server's first paint, its preload and the app all ask this, so that they show, and
 *  fetch, one and the same file. No wider screen matches: beside the panel every pixel of the design counts. */
export const narrowMedia = '(max-width: 450px) and (max-resolution: 3dppx)'
