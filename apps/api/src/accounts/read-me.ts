/** The README.txt of every archive, for a person who opens it in ten years. */
export const readMe = `Everything a Pinmark server held about one account.

account.json              The account, what it said about rounds, what it agrees with, its API tokens, webhooks and notices,
                          and how far it has read in which project.
comments-elsewhere.json   What it said in the projects of others; their pictures are in pictures/.
projects/                 One folder for each project, oldest first, those in the trash included:
  project.json            Name, description, link, designs with their versions, what reviewers said about each round, and
                          every comment with its replies.
  design 1, version 1.png The image exactly as it was uploaded; of a page of a PDF, a lossless PNG. project.json
                          names it in "file".
  pictures/               Pictures in comments and replies, as the server keeps them. project.json names each in "file".

Times are in UTC. x, y, w and h are pixels of the image at its natural size, from its top left corner.
"byOwner" marks what was said by the owner of the project.

Not inside: passwords and other secrets, and records that hold nothing but a hash (ended logins, counters that slow down
guessing). They cannot be read back by anyone. A deleted comment is left out, unless it
has replies: then it is included without its text.
`
