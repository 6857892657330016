package lsp

import (
	"context"
	"errors"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// An outcome is what a run has found, with the files as it has seen them, and the trials
// of its fixes.
type outcome struct {
	server   *server
	project  *project
	settings *Settings
	config   driver.Config
	res      *driver.Result
	started  time.Time
	ctx      context.Context // of the trials
	cancel   context.CancelFunc
	turn     chan struct{} // one trial at a time: each takes all cores

	mu     sync.Mutex
	texts  map[string]*text // nil for a file that has changed since the run began
	trials map[string]*trial
}

// A trial is what the driver says of some fixes, once done is closed.
type trial struct {
	done chan struct{}
	res  *driver.FixResult
	err  error
}

func (s *server) newOutcome(p *project, settings *Settings) *outcome {
	o := &outcome{
		server: s, project: p, settings: settings, config: settings.Config, started: time.Now(),
		turn: make(chan struct{}, 1), texts: make(map[string]*text), trials: make(map[string]*trial),
	}
	o.ctx, o.cancel = context.WithCancel(s.ctx)
	o.config.Dir = p.dir
	return o
}

// text returns a file as the run has seen it, nil for one that has changed since, or
// cannot be read.
func (o *outcome) text(name string) *text {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t, ok := o.texts[name]; ok {
		return t
	}
	var t *text
	info, err := os.Stat(name)
	if err == nil && !info.ModTime().After(o.started) {
		if src, err := os.ReadFile(name); err == nil {
			t = newText(src, o.server.encoding)
		}
	}
	o.texts[name] = t
	return t
}

// span returns the range of a finding. Where the file has changed since, the run that
// comes of that will tell better.
func (o *outcome) span(f finding.Finding) span {
	if t := o.text(o.project.name(f.File)); t != nil {
		return t.span(f.Start, f.End)
	}
	at := position{max(f.Start.Line-1, 0), 0}
	return span{at, at}
}

var errStale = errors.New("the file has changed since it was analyzed: save it first")

// current returns an error if a file is not as the run has seen it, on disk or in the
// editor.
func (o *outcome) current(name string) error {
	t := o.text(name)
	if t == nil {
		return errStale
	}
	if src, err := os.ReadFile(name); err != nil || string(src) != string(t.src) {
		return errStale
	}
	o.server.mu.Lock()
	defer o.server.mu.Unlock()
	if doc := o.server.documents[name]; doc != nil && doc.text != string(t.src) {
		return errStale
	}
	return nil
}

// try returns what the driver says of the fixes of some findings; key names them. It is
// worked out once, beside the requests: one that is cancelled leaves it to the next.
func (o *outcome) try(ctx context.Context, key string, fc driver.FixConfig, findings []finding.Finding) (*driver.FixResult, error) {
	o.mu.Lock()
	t := o.trials[key]
	if t == nil {
		t = &trial{done: make(chan struct{})}
		o.trials[key] = t
		o.server.work(func() {
			defer close(t.done)
			t.res, t.err = o.propose(fc, findings)
		})
	}
	o.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-t.done:
		return t.res, t.err
	}
}

func (o *outcome) propose(fc driver.FixConfig, findings []finding.Finding) (*driver.FixResult, error) {
	select {
	case <-o.ctx.Done():
		return nil, o.ctx.Err()
	case o.turn <- struct{}{}:
	}
	defer func() { <-o.turn }()
	fc.Runtime = o.settings.Runtime
	return driver.Propose(o.ctx, o.config, fc, o.res, findings)
}

// line returns a line in words.
func line(at finding.Position) string { return strconv.Itoa(at.Line) }
