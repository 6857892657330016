package unguardedfield

// The goroutine answers, and continues: what follows a call that has waited for the answer is not ordered.
type Answering struct {
	asked    chan int
	answers  chan int
	answered int
}

func NewAnswering() *Answering {
	a := &Answering{asked: make(chan int), answers: make(chan int)}
	go a.run()
	return a
}

func (a *Answering) run() {
	for n := range a.asked {
		a.answered++ // want `data race: a\.answered is written here and read by another goroutine`
		a.answers <- n
	}
}

func (a *Answering) Ask() int {
	a.asked <- 1
	return <-a.answers
}

func (a *Answering) Stop() int {
	a.Ask()
	return a.answered
}
