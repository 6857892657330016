package blockedreceive

import (
	"context"
	"errors"
	"log"
	"os"
	"sync"
)

// Closed on every way out.
func deferred(load func() ([]string, error)) error {
	jobs := make(chan string)
	defer close(jobs)
	for range 4 {
		go worker2(jobs)
	}
	list, err := load()
	if err != nil {
		return err
	}
	for _, job := range list {
		jobs <- job
	}
	return nil
}

func worker2(jobs <-chan string) {
	for job := range jobs {
		handle(job)
	}
}

// The early way out comes before the goroutine.
func before(load func() ([]string, error)) error {
	list, err := load()
	jobs := make(chan string)
	if err != nil {
		return err
	}
	go func() {
		for job := range jobs {
			handle(job)
		}
	}()
	for _, job := range list {
		jobs <- job
	}
	close(jobs)
	return nil
}

// A helper closes it.
func helper(list []string) {
	jobs := make(chan string)
	go func() {
		for job := range jobs {
			handle(job)
		}
	}()
	feedAll(jobs, list)
}

func feedAll(jobs chan<- string, list []string) {
	defer close(jobs)
	for _, job := range list {
		jobs <- job
	}
}

// A goroutine closes it.
func closer(list []string) {
	out := make(chan string)
	var wg sync.WaitGroup
	for _, s := range list {
		wg.Go(func() { out <- s })
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	go func() {
		for s := range out {
			handle(s)
		}
	}()
}

// The receive has another way out.
func guarded(ctx context.Context, prepare func() error) error {
	ready := make(chan struct{})
	go func() {
		select {
		case <-ready:
			handle("x")
		case <-ctx.Done():
		}
	}()
	if err := prepare(); err != nil {
		return err
	}
	close(ready)
	return nil
}

// Others can send.
func given(jobs chan string, fail bool) {
	go func() { handle(<-jobs) }()
	if fail {
		return
	}
	jobs <- "x"
}

func passed(send func(chan<- string)) {
	jobs := make(chan string)
	send(jobs)
	go func() { handle(<-jobs) }()
	if len(os.Args) == 0 {
		return
	}
	jobs <- "x"
}

// In a field: who feeds it later is not known.
type pool struct{ jobs chan string }

func newPool(fail bool) *pool {
	p := &pool{jobs: make(chan string)}
	go func() {
		for job := range p.jobs {
			handle(job)
		}
	}()
	return p
}

func (p *pool) add(job string) { p.jobs <- job }

// The goroutine sends on every path.
func always(load func() (string, error)) string {
	result := make(chan string)
	go func() {
		s, err := load()
		if err != nil {
			result <- ""
			return
		}
		result <- s
	}()
	return <-result
}

// It closes when it ends.
func closes(load func() (string, error)) string {
	result := make(chan string)
	go func() {
		defer close(result)
		if s, err := load(); err == nil {
			result <- s
		}
	}()
	return <-result
}

// Both look at the same condition.
func sameCondition(wait bool) {
	done := make(chan struct{})
	go func() {
		if !wait {
			return
		}
		done <- struct{}{}
	}()
	if wait {
		<-done
	}
}

// The process ends on that way.
func fatal(load func() (string, error)) string {
	result := make(chan string)
	go func() {
		s, err := load()
		if err != nil {
			log.Fatal(err)
		}
		result <- s
	}()
	return <-result
}

// A nil channel switches the case off, until there is one.
func merge(in <-chan int, out chan<- int) {
	var ready chan struct{}
	go println("merging")
	select {
	case n := <-in:
		out <- n
	case <-ready:
	}
}

// Assigned later, by somebody else, or as part of another struct.
type late struct{ c, given, copied chan int }

func (l *late) Start(given chan int) {
	l.c = make(chan int)
	l.given = given
	go println("started")
}

func (l *late) wait() {
	<-l.c
	<-l.given
	<-l.copied
}

func (l *late) give(n int) {
	l.c <- n
	l.copied <- n
}

type lateOptions struct{ c, given, copied chan int }

func newLate() late { return late(lateOptions{copied: make(chan int)}) }

// For tests, which set it.
type hooked struct{ pause chan struct{} }

func (h *hooked) step() {
	go println("stepping")
	if h.pause != nil {
		<-h.pause
	}
}

// Made in a file for another system.
type elsewhere struct{ ready chan int }

func (e *elsewhere) wait() int {
	go println("waiting")
	return <-e.ready
}

// Closed early when one kind of record comes, and else at the end: the two
// conditions hang together.
func replay(records []int) {
	var index map[int]bool
	work := make(chan int)
	go func() {
		for n := range work {
			_ = n
		}
	}()
	for _, r := range records {
		if r < 0 && len(index) == 0 {
			close(work)
			index = map[int]bool{r: true}
			continue
		}
		if r >= 0 {
			work <- r
		}
	}
	if len(index) == 0 {
		close(work)
	}
}

// Workers send a result for each piece of work, however many they are.
func resultsOf(work []int, do func(int) error) error {
	results, todo := make(chan error, len(work)), make(chan int)
	for range 4 {
		go func() {
			for n := range todo {
				results <- do(n)
			}
		}()
	}
	for _, n := range work {
		todo <- n
	}
	close(todo)
	var first error
	for range work {
		if err := <-results; err != nil && first == nil {
			first = err
		}
	}
	return first
}

// The goroutine says by the other channel whether an error will come.
func race(dials []func() (string, error)) (string, error) {
	won, failed := make(chan string, 1), make(chan error, 1)
	go judge(dials, won, failed)
	winner, ok := <-won
	if !ok {
		return "", <-failed
	}
	return winner, nil
}

func raceUntil(done chan struct{}, dials []func() (string, error)) (string, error) {
	won, failed := make(chan string, 1), make(chan error, 1)
	go func() {
		conn, err := dials[0]()
		if err != nil {
			failed <- err
		} else {
			won <- conn
		}
		close(won)
	}()
	select {
	case winner, ok := <-won:
		if !ok {
			return "", <-failed
		}
		return winner, nil
	case <-done:
		return "", nil
	}
}

func judge(dials []func() (string, error), won chan<- string, failed chan<- error) {
	var last error
	hasWinner := false
	for _, dial := range dials {
		conn, err := dial()
		if err != nil {
			last = err
			continue
		}
		if !hasWinner {
			hasWinner = true
			won <- conn
		}
	}
	if !hasWinner {
		failed <- last
	}
	close(won)
}

// The struct has no name, and is written twice.
type endpoints struct {
	size  int
	hooks struct {
		listening chan struct{}
	}
}

func newEndpoints(size int) (*endpoints, error) {
	if size == 0 {
		return nil, errors.New("nothing to listen on")
	}
	return &endpoints{
		size: size,
		hooks: struct {
			listening chan struct{}
		}{
			listening: make(chan struct{}),
		},
	}, nil
}

func (e *endpoints) wait() {
	<-e.hooks.listening
}

func (e *endpoints) serve() {
	close(e.hooks.listening)
}

// Switched off by nil until somebody asks for it.
type lazyRelay struct {
	jobs chan string
	stop chan struct{}
}

func (r *lazyRelay) run() {
	go func() {
		for {
			select {
			case <-r.stop:
				return
			case job := <-r.jobs:
				println(job)
			}
		}
	}()
}

func (r *lazyRelay) enable() { r.stop = make(chan struct{}) }

func (r *lazyRelay) close() { close(r.stop) }

// The code knows that there may be none.
type optionalStop struct {
	jobs chan string
	stop chan struct{}
}

func (r *optionalStop) run() {
	go func() {
		for {
			select {
			case <-r.stop:
				return
			case job := <-r.jobs:
				println(job)
			}
		}
	}()
}

func (r *optionalStop) close() {
	if r.stop != nil {
		close(r.stop)
	}
}

// Each of the queues is closed.
func dealOutAndClose(jobs []int) {
	queues := make([]chan int, 4)
	for i := range queues {
		queues[i] = make(chan int)
		go func() {
			for job := range queues[i] {
				println(job)
			}
		}()
	}
	for i, job := range jobs {
		queues[i%len(queues)] <- job
	}
	for _, queue := range queues {
		close(queue)
	}
}
