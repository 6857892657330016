package unguardedfield

import "sync"

// The writes are in time, or about another object or field.
type sentTask struct {
	mu       sync.Mutex
	name     string
	attempts int
	note     string
	done     chan struct{}
}

type calmSender struct {
	tasks chan *sentTask
	quit  chan struct{}
}

func newCalmSender() *calmSender {
	s := &calmSender{tasks: make(chan *sentTask), quit: make(chan struct{})}
	go s.loop()
	return s
}

func (s *calmSender) loop() {
	for task := range s.tasks {
		task.mu.Lock()
		println(task.name, task.attempts)
		task.mu.Unlock()
		close(task.done)
	}
}

func (s *calmSender) before(task *sentTask) {
	task.attempts++
	s.tasks <- task
}

func (s *calmSender) other(task *sentTask) {
	s.tasks <- task
	task = &sentTask{}
	task.attempts++
}

func (s *calmSender) unused(task *sentTask) {
	s.tasks <- task
	task.note = "sent"
}

func (s *calmSender) locked(task *sentTask) {
	s.tasks <- task
	task.mu.Lock()
	defer task.mu.Unlock()
	task.attempts++
}

func (s *calmSender) answered(task *sentTask) {
	s.tasks <- task
	<-task.done
	task.attempts++
}

func (s *calmSender) refused(task *sentTask) {
	select {
	case s.tasks <- task:
		return
	case <-s.quit:
	}
	task.attempts++
}

func (s *calmSender) each(names []string) {
	for _, name := range names {
		task := &sentTask{}
		task.name = name
		s.tasks <- task
	}
}
