package explore

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A rich program has what the statements of [program] lack: contexts, conditions, Once, loops,
// helpers, methods and deferred calls. It cannot panic: channels that are closed are not sent
// on, and the group counts what is done.
type rich struct {
	r     *rand.Rand
	b     strings.Builder
	dones int
	depth int
	close [2]bool // closed already
}

const richHead = `package p
import ("context"; "sync")
type box struct { mu sync.Mutex; cond *sync.Cond; ready bool; items chan int }
func (b *box) put(v int) { b.items <- v }
func (b *box) take() int { return <-b.items }
func (b *box) await() { b.mu.Lock(); defer b.mu.Unlock(); for !b.ready { b.cond.Wait() } }
func (b *box) open() { b.mu.Lock(); b.ready = true; b.mu.Unlock(); b.cond.Broadcast() }
func give(c chan<- int, n int) { for i := 0; i < n; i++ { c <- i } }
func drain(c <-chan int) { for range c { } }
func locked(mu sync.Locker, f func()) { mu.Lock(); defer mu.Unlock(); f() }
func F() {
`

// richProgram returns a program as Go.
func richProgram(r *rand.Rand) string {
	p := &rich{r: r}
	goroutines := 1 + r.IntN(3)
	for range goroutines {
		if r.IntN(3) == 0 {
			p.dones++
			p.line("go func() { defer wg.Done()")
		} else {
			p.line("go func() {")
		}
		p.block()
		p.line("}()")
	}
	p.block()
	if r.IntN(3) == 0 {
		p.line("wg.Wait()")
	}
	head := fmt.Sprintf(`a, d := make(chan int, %d), make(chan int, %d)
e, s := make(chan int, %d), make(chan struct{})
x := &box{items: make(chan int, %d)}; x.cond = sync.NewCond(&x.mu)
var once sync.Once; var mu sync.Mutex; var wg sync.WaitGroup; wg.Add(%d)
ctx, cancel := context.WithCancel(context.Background())
_, _, _, _, _, _, _, _, _ = a, d, e, s, x, &once, &mu, ctx, cancel
`, r.IntN(2), r.IntN(3), r.IntN(2), r.IntN(2), p.dones)
	return richHead + head + p.b.String() + "}\n"
}

func (p *rich) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *rich) block() {
	for range 1 + p.r.IntN(3) {
		p.stmt()
	}
}

// stmt writes a statement, of which some have a body.
func (p *rich) stmt() {
	c := []string{"a", "d"}[p.r.IntN(2)]
	simple := []string{
		"%s <- 1", "<-%s", "%s <- 1", "<-%s", "give(%s, 2)",
		"select { case %s <- 1: case <-ctx.Done(): }", "select { case <-%s: case <-s: }",
	}
	plain := []string{"x.put(1)", "x.take()", "x.await()", "x.open()", "cancel()", "<-ctx.Done()", "<-s", "drain(e)", "if _, ok := <-e; ok { return }"}
	switch n := p.r.IntN(20); {
	case n < 7:
		p.line(simple[n], c)
	case n < 7+len(plain):
		p.line("%s", plain[n-7])
	case n == 16:
		i := p.r.IntN(2)
		if !p.close[i] {
			p.close[i] = true
			p.line("close(%s)", []string{"e", "s"}[i])
		}
	case p.depth > 1:
		p.line("defer cancel()")
	default:
		p.nested(n)
	}
}

func (p *rich) nested(n int) {
	p.depth++
	defer func() { p.depth-- }()
	closed := p.close
	switch n {
	case 17:
		p.line("once.Do(func() {")
		p.block()
		p.line("})")
		return
	case 18:
		p.close = [2]bool{true, true} // a loop must not close
		p.line("for range 2 {")
		p.block()
		p.line("}")
	default:
		p.line("locked(&mu, func() {")
		p.block()
		p.line("})")
		return
	}
	p.close = closed
}
