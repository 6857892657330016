package unguardedfield

// The goroutine that receives a job reads what is written after the send.
type sentJob struct {
	name     string
	attempts int
	done     chan struct{}
}

type sender struct {
	jobs chan *sentJob
	quit chan struct{}
}

func newSender() *sender {
	s := &sender{jobs: make(chan *sentJob), quit: make(chan struct{})}
	go s.loop()
	return s
}

func (s *sender) loop() {
	for {
		select {
		case job := <-s.jobs:
			s.handle(job)
		case <-s.quit:
			return
		}
	}
}

func (s *sender) handle(job *sentJob) { println(job.name, job.attempts) }

func (s *sender) Retry(job *sentJob) {
	s.jobs <- job
	job.attempts++ // want `data race: job\.attempts is written after the send at line \d+, and the goroutine that receives uses the field at line \d+, and no lock orders the two`
}

func (s *sender) Offer(job *sentJob) bool {
	select {
	case s.jobs <- job:
		job.name = "" // want `data race: job\.name is written after the send at line \d+, and the goroutine that receives uses the field at line \d+, and no lock orders the two`
		return true
	case <-s.quit:
		return false
	}
}
