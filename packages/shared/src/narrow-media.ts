/** Media query for the narrow rendition of a design: phones in portrait, which fit the design to their width.
 *  The widest have some 440 px by three device pixels, and so enlarge a picture of 1,080 px by a sixth at
 *  most, which is not visible. The server's first paint, its preload and the app must use the same query, or
 *  the image is fetched twice. No wider screen matches, because there every pixel of the design counts. */
export const narrowMedia = '(max-width: 450px) and (max-resolution: 3dppx)'
