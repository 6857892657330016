package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// interval is the time between two lines of progress, unless the environment variable
// says otherwise; 0 stands for none. Most runs are shorter, and say nothing.
const (
	interval         = 10 * time.Second
	intervalVariable = "LIFECYCLELINT_PROGRESS"
)

// ticks returns the times at which to write a line, and a function that ends them.
func ticks() (<-chan time.Time, func()) {
	every, err := time.ParseDuration(cmp.Or(os.Getenv(intervalVariable), interval.String()))
	if err != nil {
		every = interval
	}
	if every <= 0 {
		return nil, func() {}
	}
	ticker := time.NewTicker(every)
	return ticker.C, ticker.Stop
}

// newProgress returns a bar for a terminal. A moving line is noise in files, pipes and CI
// logs: they get a line at intervals, so that a long run does not look like one that hangs.
func newProgress(stderr io.Writer, verbose bool) driver.Progress {
	if !verbose && isTerminal(stderr) && os.Getenv("CI") == "" {
		return &bar{w: stderr}
	}
	times, stop := ticks()
	return startLines(stderr, verbose, times, stop)
}

// clearProgress ends what newProgress has begun.
func clearProgress(p driver.Progress) {
	switch p := p.(type) {
	case *bar:
		p.clear()
	case *lines:
		p.end()
	}
}

// bar shows progress on a terminal.
type bar struct {
	w    io.Writer
	name string // of the phase; "" for the first
	bar  *progressbar.ProgressBar
}

func (b *bar) Phase(name string) {
	b.clear()
	b.bar, b.name = nil, name
}

// clear takes the bar off the terminal.
func (b *bar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

func (b *bar) Total(packages int) {
	b.bar = progressbar.NewOptions(packages,
		progressbar.OptionSetWriter(b.w),
		progressbar.OptionSetDescription(cmp.Or(b.name, "checking")),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish())
}

func (b *bar) Done() { _ = b.bar.Add(1) } // a bar that cannot be drawn is no reason to stop

func (b *bar) Unit(string, time.Duration, bool) {}

// lines writes how far the analysis is whenever ticks say so.
type lines struct {
	verbose bool
	stop    func() // ends the ticks
	ended   chan struct{}
	quit    chan struct{}

	mu          sync.Mutex // guards what follows, and keeps lines apart
	w           io.Writer
	phase       string // what precedes the numbers; "" at first
	done, total int
}

func startLines(w io.Writer, verbose bool, ticks <-chan time.Time, stop func()) *lines {
	l := &lines{w: w, verbose: verbose, stop: stop, ended: make(chan struct{}), quit: make(chan struct{})}
	go func() {
		defer close(l.ended)
		for {
			select {
			case <-l.quit:
				return
			case <-ticks:
				l.tell()
			}
		}
	}()
	return l
}

func (l *lines) tell() {
	l.mu.Lock()
	defer l.mu.Unlock()
	state := fmt.Sprintf("analyzed %d of %s", l.done, finding.Count(l.total, "package"))
	switch {
	case l.total == 0:
		state = "loading packages"
	case l.done == 0:
		state = "analyzing the dependencies of " + finding.Count(l.total, "package")
	}
	fmt.Fprintf(l.w, "lifecyclelint: %s%s\n", l.phase, state)
}

func (l *lines) Phase(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.phase, l.done, l.total = name+": ", 0, 0
}

func (l *lines) Total(packages int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total += packages
}

func (l *lines) Done() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
}

func (l *lines) Unit(id string, took time.Duration, cached bool) {
	if !l.verbose {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	verb := "analyzed"
	if cached {
		verb = "cached, was analyzed"
	}
	fmt.Fprintf(l.w, "lifecyclelint: %s: %s in %s\n", finding.Printable(id), verb, round(took))
}

// end waits until nothing is written any more.
func (l *lines) end() {
	l.stop()
	close(l.quit)
	<-l.ended
}

// round rounds a duration to a precision that can be compared.
func round(d time.Duration) time.Duration {
	switch {
	case d < time.Millisecond:
		return d.Round(time.Microsecond)
	case d < time.Second:
		return d.Round(time.Millisecond)
	}
	return d.Round(10 * time.Millisecond)
}
