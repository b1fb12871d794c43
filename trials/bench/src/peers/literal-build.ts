// The obvious implementation of the specification: Express and mongoose, the image as base64 inside the
// project's document, the comments embedded in it, and no index except _id. It implements the eight calls and
// nothing else.
import { createServer } from 'node:http'
import bcrypt from 'bcryptjs'
import express, { type Request } from 'express'
import jwt from 'jsonwebtoken'
import mongoose, { Schema, model } from 'mongoose'
import { listen } from './listen'

const secret = 'only for the benchmark'

const User = model('User', new Schema({ name: String, email: String, password: String }))
const commentSchema = new Schema({ commenter: String, text: String, x: Number, y: Number, createdAt: Date })
const Project = model(
  'Project',
  new Schema(
    {
      name: String,
      description: String,
      image: String,
      user: Schema.Types.ObjectId,
      comments: [commentSchema],
    },
    { timestamps: true },
  ),
)

const app = express()
app.use(express.json({ limit: '50mb' }))

app.post('/users/register', async (req, res) => {
  const { name, email, password } = req.body
  await User.create({ name, email, password: await bcrypt.hash(password, 10) })
  res.status(201).json({ message: 'User registered' })
})

app.post('/users/login', async (req, res) => {
  const user = await User.findOne({ email: String(req.body.email) })
  if (!user || !(await bcrypt.compare(req.body.password, user.password ?? ''))) {
    res.status(401).json({ error: 'Invalid email or password' })
    return
  }
  res.json({ token: jwt.sign({ id: user.id }, secret, { expiresIn: '7d' }), userId: user.id })
})

app.get('/projects', async (req, res) => {
  const projects = await Project.find({ user: userOf(req) }).select('name image updatedAt')
  res.json(projects)
})

app.post('/projects', async (req, res) => {
  const { name, image } = req.body
  const base64 = String(image).replace(/^data:image\/\w+;base64,/, '')
  const { id } = await Project.create({ name, image: base64, user: userOf(req) })
  res.status(201).json({ _id: id })
})

app.get('/projects/:id', async (req, res) => {
  const project = await Project.findById(req.params.id)
  if (project) res.json(project)
  else res.status(404).json({ error: 'Project not found' })
})

app.put('/projects/:id', async (req, res) => {
  res.json(await Project.findByIdAndUpdate(req.params.id, { name: String(req.body.name) }))
})

app.delete('/projects/:id', async (req, res) => {
  await Project.findByIdAndDelete(req.params.id)
  res.json({ message: 'Project deleted' })
})

app.post('/comment/add/:projectId', async (req, res) => {
  const project = await Project.findById(req.params.projectId)
  if (!project) {
    res.status(404).json({ error: 'Project not found' })
    return
  }
  project.comments.push(req.body)
  await project.save()
  res.status(201).json(project.comments.at(-1))
})

function userOf(req: Request): string {
  const claims = jwt.verify(req.headers.authorization?.split(' ')[1] ?? '', secret)
  return typeof claims === 'object' ? String(claims['id']) : ''
}

await mongoose.connect(process.env['MONGODB_URI'] ?? '')
await listen(createServer(app))
