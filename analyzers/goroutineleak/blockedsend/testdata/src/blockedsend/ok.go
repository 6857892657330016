package blockedsend

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync"
	"time"
)

// Room for the one value.
func buffered(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The send gives up.
func guarded(ctx context.Context) error {
	done := make(chan error)
	go func() {
		select {
		case done <- work():
		case <-ctx.Done():
		}
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Received on every path.
func always(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errors.Join(ctx.Err(), <-done)
	}
}

// Received when the function returns.
func deferred(fail bool) error {
	done := make(chan error)
	go func() { done <- work() }()
	defer func() { <-done }()
	if fail {
		return errors.New("failed")
	}
	return nil
}

// As many receives as sends.
func collect(items []string) (list []error) {
	errs := make(chan error)
	for range items {
		go func() { errs <- work() }()
	}
	for range items {
		list = append(list, <-errs)
	}
	return list
}

// Counted down.
func countdown(n int) {
	ch := make(chan int)
	left := n
	for range n {
		go func() { ch <- 1 }()
	}
	for {
		left -= <-ch
		if left == 0 {
			return
		}
	}
}

// Until it is closed.
func untilClosed(items []string) int {
	var wg sync.WaitGroup
	ch := make(chan int)
	for _, item := range items {
		wg.Go(func() { ch <- len(item) })
	}
	go func() {
		wg.Wait()
		close(ch)
	}()
	total := 0
	for n := range ch {
		total += n
	}
	return total
}

// The rest is drained by somebody else.
func drained(items []string) error {
	errs := make(chan error)
	for range items {
		go func() { errs <- work() }()
	}
	defer func() {
		go func() {
			for range items {
				<-errs
			}
		}()
	}()
	return nil
}

// The sender sends on one of the two, never on both.
func either() (string, error) {
	pages := make(chan string)
	errc := make(chan error)
	go func() {
		page, err := get("x")
		if err != nil {
			errc <- err
			return
		}
		pages <- page
	}()
	select {
	case page := <-pages:
		return page, nil
	case err := <-errc:
		return "", err
	}
}

// done is closed when all senders are through.
func doneAfterAll(items []string) (list []error) {
	errs := make(chan error)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := work(); err != nil {
				errs <- err
			}
		}()
	}
	go func() {
		wg.Wait()
		close(done)
	}()
	for {
		select {
		case err := <-errs:
			list = append(list, err)
		case <-done:
			return list
		}
	}
}

// The sender closes quit behind its last send.
func quits() {
	ch := make(chan int)
	quit := make(chan bool)
	go func() {
		for i := range 3 {
			ch <- i
		}
		quit <- true
	}()
	for {
		select {
		case n := <-ch:
			log.Print(n)
		case <-quit:
			return
		}
	}
}

// Somebody else receives as well.
func shared(ctx context.Context, out chan int) {
	go func() { out <- 1 }()
	select {
	case <-out:
	case <-ctx.Done():
	}
}

func handedOut(ctx context.Context, sink func(<-chan int)) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	sink(ch)
	select {
	case <-ch:
	case <-ctx.Done():
	}
}

func twoReaders(ctx context.Context) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	go func() { <-ch }()
	select {
	case <-ch:
	case <-ctx.Done():
	}
}

// The process ends on the way without a receive.
func fatal(err error) error {
	done := make(chan error)
	go func() { done <- work() }()
	if err != nil {
		log.Fatal(err)
	}
	return <-done
}

func panics(err error) error {
	done := make(chan error)
	go func() { done <- work() }()
	if err != nil {
		panic(err)
	}
	return <-done
}

// The goroutine is not started on the way that does not receive.
func later(err error) error {
	done := make(chan error)
	if err != nil {
		return err
	}
	go func() { done <- work() }()
	return <-done
}

// The size is not known here.
func sized(ctx context.Context, items []string) {
	ch := make(chan int, len(items))
	for range items {
		go func() { ch <- 1 }()
	}
	select {
	case <-ch:
	case <-ctx.Done():
	}
}

// The reply has room.
type query struct{ reply chan string }

type index struct{ queries chan query }

func (x *index) serve() {
	for q := range x.queries {
		q.reply <- "answer"
	}
}

func newIndex() *index {
	x := &index{queries: make(chan query)}
	go x.serve()
	return x
}

func (x *index) get(ctx context.Context) string {
	q := query{reply: make(chan string, 1)}
	x.queries <- q
	select {
	case v := <-q.reply:
		return v
	case <-ctx.Done():
		return ""
	}
}

// The request was never handed over on the way that leaves.
type job struct{ done chan error }

type runner struct{ jobs chan job }

func (r *runner) run() {
	for j := range r.jobs {
		j.done <- work()
	}
}

func (r *runner) do(ctx context.Context) error {
	go r.run()
	j := job{done: make(chan error)}
	select {
	case r.jobs <- j:
	case <-ctx.Done():
		return ctx.Err()
	}
	return <-j.done
}

// A reader that reads to the end.
func sum() (total int) {
	for n := range numbers(context.Background(), 3) {
		total += n
	}
	return total
}

// The senders are waited for.
func waited(ctx context.Context) {
	var wg sync.WaitGroup
	ch := make(chan int)
	wg.Go(func() { ch <- 1 })
	if ctx.Err() != nil {
		fmt.Println(<-ch)
		wg.Wait()
		return
	}
	<-ch
}

// Nothing but a select with a default is left behind.
func poll() {
	ch := make(chan int)
	go func() {
		for {
			select {
			case ch <- 1:
			default:
				return
			}
		}
	}()
	select {
	case <-ch:
	case <-time.After(time.Second):
	}
}

// An agreed last value.
func sentinel() {
	lines := make(chan string)
	go func() {
		for _, line := range []string{"a", "b", "end"} {
			lines <- line
		}
	}()
	for {
		if line := <-lines; line == "end" {
			return
		}
	}
}

// The reader takes the rest before it returns.
type emptied struct{ results chan int }

func newEmptied(ctx context.Context, jobs []string) *emptied {
	e := &emptied{results: make(chan int)}
	go e.worker(jobs)
	go e.collect(ctx)
	return e
}

func (e *emptied) worker(jobs []string) {
	defer close(e.results)
	for _, job := range jobs {
		e.results <- len(job)
	}
}

func (e *emptied) collect(ctx context.Context) {
	for {
		select {
		case n := <-e.results:
			log.Print(n)
		case <-ctx.Done():
			for {
				if _, ok := <-e.results; !ok {
					return
				}
			}
		}
	}
}

// Another reader stays.
type twoReading struct{ results chan int }

func newTwoReading(ctx context.Context) *twoReading {
	t := &twoReading{results: make(chan int)}
	go func() {
		for {
			t.results <- 1
		}
	}()
	go func() {
		for {
			select {
			case <-t.results:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		for {
			<-t.results
		}
	}()
	return t
}

// The wait and the close are beside the receive.
func collected(urls []string) (total int) {
	var wg sync.WaitGroup
	sizes := make(chan int)
	for _, url := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sizes <- len(url)
		}()
	}
	go func() {
		wg.Wait()
		close(sizes)
	}()
	for n := range sizes {
		total += n
	}
	return total
}

// Another goroutine receives meanwhile.
func printed(urls []string) {
	var wg sync.WaitGroup
	sizes := make(chan int)
	go func() {
		for n := range sizes {
			println(n)
		}
	}()
	for _, url := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sizes <- len(url)
		}()
	}
	wg.Wait()
	close(sizes)
}

// The first receive is behind no wait.
func greet() {
	hello, welcome := make(chan string), make(chan string)
	go func() {
		<-hello
		welcome <- "welcome"
	}()
	hello <- "hello"
	<-welcome
}

// A token that one side puts in, and both take in turns: the first send comes
// from elsewhere.
func turns() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for n := range ping {
			pong <- n
		}
	}()
	go func() {
		for n := range pong {
			ping <- n
		}
	}()
	ping <- 1
}

// One at a time: the group is empty when it is waited for first.
type turnstile struct {
	wg sync.WaitGroup
	ch chan int
}

func newTurnstile() *turnstile {
	t := &turnstile{ch: make(chan int)}
	go func() {
		for range t.ch {
			t.wg.Done()
		}
	}()
	return t
}

func (t *turnstile) pass(n int) {
	t.wg.Wait()
	t.wg.Add(1)
	t.ch <- n
}

// The send is one way of several, so the worker may end without it.
func sometimes(urls []string) error {
	var wg sync.WaitGroup
	failed := make(chan error)
	go func() { work() }()
	for range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			select {
			case failed <- nil:
			default:
			}
		}()
	}
	wg.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// Two channels, both received from.
func both() (a, b string) {
	left, right := make(chan string), make(chan string)
	go tell("left", left)
	go tell("right", right)
	a = <-left
	b = <-right
	return a, b
}

// The same workers, and somebody who receives.
func crawled(urls []string) {
	var wg sync.WaitGroup
	sizes := make(chan int)
	go func() {
		for n := range sizes {
			println(n)
		}
	}()
	for _, url := range urls {
		wg.Add(1)
		go weigh(url, sizes, &wg)
	}
	wg.Wait()
	close(sizes)
}

func weigh(url string, sizes chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	sizes <- len(url)
}

// The group goes to somebody else as well, who may call Done.
func lent(urls []string, lend func(*sync.WaitGroup)) {
	var wg sync.WaitGroup
	sizes := make(chan int)
	lend(&wg)
	for _, url := range urls {
		wg.Add(1)
		go weigh2(url, sizes, &wg)
	}
	wg.Wait()
	close(sizes)
	for n := range sizes {
		println(n)
	}
}

func weigh2(url string, sizes chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	sizes <- len(url)
}

type reply struct{ err chan error }

// The channel is made and waited for on the same condition.
func publish(queue chan<- *reply, wait bool) error {
	r := &reply{}
	if wait {
		r.err = make(chan error)
	}
	go func() {
		if r.err != nil {
			r.err <- nil
		}
	}()
	if wait {
		return <-r.err
	}
	return nil
}

// Whoever returns early knows that nobody has taken the channel.
type order struct{ resp chan error }

type clerk struct {
	orders chan order
	done   chan struct{}
}

func (c *clerk) give(o order) bool {
	select {
	case c.orders <- o:
		return true
	case <-c.done:
		return false
	}
}

func (c *clerk) work() {
	for o := range c.orders {
		o.resp <- nil
	}
}

func startClerk() *clerk {
	c := &clerk{make(chan order), make(chan struct{})}
	go c.work()
	return c
}

func (c *clerk) do() error {
	resp := make(chan error)
	if !c.give(order{resp: resp}) {
		return nil
	}
	return <-resp
}

// Each round receives what it has had sent, also when it is told to leave.
func resubscribe(stop <-chan struct{}, subscribe func() error) bool {
	subscribed := make(chan error)
	for {
		go func() { subscribed <- subscribe() }()
		select {
		case err := <-subscribed:
			if err == nil {
				return true
			}
		case <-stop:
			<-subscribed
			return false
		}
	}
}

// Each of the channels is received from.
func eachOf(names []string) (n int) {
	sizes := make([]chan int, len(names))
	for i, name := range names {
		sizes[i] = make(chan int)
		go func() { sizes[i] <- len(name) }()
	}
	for _, size := range sizes {
		n += <-size
	}
	return n
}

// Others get the map, and may receive.
func givenAway(ctx context.Context, give func(map[string]chan int)) {
	sizes := make(map[string]chan int)
	sizes["one"] = make(chan int)
	give(sizes)
	go func() { sizes["one"] <- 1 }()
	select {
	case <-sizes["one"]:
	case <-ctx.Done():
	}
}

// Room for all of them, however many there are.
func speediestOf(names []string) int {
	found := make(chan int, len(names))
	for _, name := range names {
		go func() { found <- len(name) }()
	}
	return <-found
}

// Five, and room for five.
func five() int {
	found := make(chan int, 5)
	go func() { found <- 1 }()
	go func() { found <- 2 }()
	go func() { found <- 3 }()
	go func() { found <- 4 }()
	go func() { found <- 5 }()
	return <-found
}

// Each has room for its one value.
func eachWithRoom(names []string) error {
	done := make([]chan error, len(names))
	for i := range names {
		done[i] = make(chan error, 1)
		go func() { done[i] <- work() }()
	}
	for _, d := range done {
		if err := <-d; err != nil {
			return err
		}
	}
	return nil
}
