package lsp

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// patience is how long a client may take to answer that it shows progress.
const patience = 5 * time.Second

// A shownProgress is the progress of a run in the editor; nil where it shows none.
type shownProgress struct {
	server *server
	token  string

	mu          sync.Mutex
	phase       string // what precedes the numbers
	total, done int
}

// startProgress begins to show progress, if the client can.
func (s *server) startProgress(ctx context.Context, title, message string) *shownProgress {
	s.mu.Lock()
	can := s.client.Window.WorkDoneProgress
	s.tokens++
	token := "lifecyclelint-" + strconv.Itoa(s.tokens)
	s.mu.Unlock()
	if !can {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := s.rpc.Callback(ctx, "window/workDoneProgress/create", progressCreateParams{token}); err != nil {
		return nil // it is shown for convenience only
	}
	p := &shownProgress{server: s, token: token}
	p.send(progressValue{Kind: "begin", Title: title, Message: message})
	return p
}

func (p *shownProgress) send(value progressValue) {
	p.server.notify("$/progress", progressParams{p.token, value})
}

// Phase begins to count the packages of another part of the work.
func (p *shownProgress) Phase(name string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase, p.total, p.done = name+": ", 0, 0
}

// Total adds packages to those that are waited for.
func (p *shownProgress) Total(packages int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total += packages
	p.report()
}

// Done reports one as done.
func (p *shownProgress) Done() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.report()
}

// Unit is of no interest here.
func (p *shownProgress) Unit(string, time.Duration, bool) {}

func (p *shownProgress) report() {
	percent := 100 * min(p.done, p.total) / max(p.total, 1)
	p.send(progressValue{Kind: "report", Message: fmt.Sprintf("%s%d of %d packages", p.phase, p.done, p.total), Percentage: &percent})
}

func (p *shownProgress) end() {
	if p != nil {
		p.send(progressValue{Kind: "end"})
	}
}
