package lifecycle

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
)

// proc is what the servers of one process have to agree on: the signals, and
// which of them is the last.
var proc process

type process struct {
	mu      sync.Mutex
	running []*Server      // Run or Main is running
	atHooks []*Server      // those of running that do not serve any more
	first   os.Signal      // the signal that was caught, while anything runs
	signals chan os.Signal // nil while nothing runs: no signal is caught
}

// enter adds s to what runs. If the process is already stopping, so does s.
func (p *process) enter(s *Server) {
	p.mu.Lock()
	p.running = append(p.running, s)
	if p.signals == nil {
		p.signals = make(chan os.Signal, 2)
		signal.Notify(p.signals, os.Interrupt, syscall.SIGTERM)
		go p.watch(p.signals)
	}
	first := p.first
	p.mu.Unlock()
	if first != nil {
		s.begin(signalReason(first))
	}
	if why, begun := std.Load().stopping(); begun && !why.along {
		s.begin(why)
	}
}

// leave removes s; with the last one, signals get back their default meaning.
func (p *process) leave(s *Server) {
	p.mu.Lock()
	defer p.mu.Unlock()
	is := func(o *Server) bool { return o == s }
	p.running = slices.DeleteFunc(p.running, is)
	p.atHooks = slices.DeleteFunc(p.atHooks, is)
	if len(p.running) == 0 {
		signal.Stop(p.signals)
		close(p.signals)
		p.signals, p.first = nil, nil
	}
}

// watch begins the shutdown on the first signal and exits on the second.
func (p *process) watch(signals <-chan os.Signal) {
	for sig := range signals {
		p.mu.Lock()
		second := p.first != nil
		p.first = sig
		running := slices.Clone(p.running)
		p.mu.Unlock()
		if second {
			std.Load().logger().Error("second signal, exiting at once", "signal", sig.String())
			os.Exit(exitCode(sig))
		}
		std.Load().closeDraining()
		for _, s := range running {
			s.begin(signalReason(sig))
		}
	}
}

// exitCode is what a shell reports for a process that sig ended.
func exitCode(sig os.Signal) int {
	if n, ok := sig.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// signalReason skips the drain for SIGINT: a developer's Ctrl-C, without a load balancer.
func signalReason(sig os.Signal) reason {
	return reason{text: "signal: " + sig.String(), noDrain: sig == os.Interrupt}
}

// servers returns the running servers, without the default.
func (p *process) servers() []*Server {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.serversLocked()
}

func (p *process) serversLocked() []*Server {
	return slices.DeleteFunc(slices.Clone(p.running), func(s *Server) bool { return s.http == nil })
}

// contains reports whether a panic can be contained: something runs that will
// end in order, and it was not asked to crash.
func (p *process) contains() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.running) > 0 &&
		!slices.ContainsFunc(p.running, func(s *Server) bool { return s.panics == Crash })
}

// takeDefault is called when s has stopped serving. If s is the last server that served,
// and nothing else runs the process-wide hooks, it returns the default, whose hooks s has
// to run. Under Main a server may come and go while the process continues; there it gets
// the default only if the process is stopping.
func (p *process) takeDefault(s *Server) *Server {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.running, s) {
		return nil // Shutdown without Run
	}
	p.atHooks = append(p.atHooks, s)
	for _, o := range p.serversLocked() {
		if !slices.Contains(p.atHooks, o) {
			return nil
		}
	}
	d := std.Load()
	underMain := slices.Contains(p.running, d)
	if _, begun := d.stopping(); underMain && !begun || d.claimed {
		return nil
	}
	d.claimed = true
	d.mark(reason{text: s.why.text, along: true})
	return d
}

// claim reports whether the hooks of d are still to be run, by the
// caller.
func (p *process) claim(d *Server) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	first := !d.claimed
	d.claimed = true
	return first
}
