package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A project is one module with open files. Its packages are analyzed in one run of the
// driver at a time; the go command caches what has not changed.
type project struct {
	server *server
	dir    string // of the module, as the client writes it
	real   string // without symbolic links, as the go command may write it
	wake   chan struct{}
	end    context.CancelFunc

	mu        sync.Mutex
	last      *outcome        // of the last run that ended
	published map[string]bool // files with diagnostics
	said      map[string]bool // by the last run
}

// project returns that of a module, and begins it if there is none. The caller holds
// s.mu.
func (s *server) project(dir string) *project {
	if p := s.projects[dir]; p != nil {
		return p
	}
	ctx, end := context.WithCancel(s.ctx)
	p := &project{server: s, dir: dir, real: dir, wake: make(chan struct{}, 1), end: end, published: make(map[string]bool)}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		p.real = real
	}
	s.projects[dir] = p
	s.work(func() { p.loop(ctx) })
	return p
}

// start requests a run. One that is running is outdated, and ends.
func (p *project) start() {
	select {
	case p.wake <- struct{}{}:
	default: // a run is requested already
	}
}

func (p *project) loop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			p.replace(nil)
			return
		case <-p.wake:
		}
		work := func(ctx context.Context) { p.run(ctx) }
		for settled(ctx, p.wake, p.server.opts.Delay) && outdated(ctx, p.wake, work) {
		}
	}
}

// settled returns when nothing has come for a while, and reports false when the context
// ends before.
func settled(ctx context.Context, wake <-chan struct{}, delay time.Duration) bool {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-wake:
			timer.Reset(delay)
		case <-timer.C:
			return true
		}
	}
}

// outdated works, and reports whether a run was requested during the work. Then the work is
// canceled, and waited for.
func outdated(ctx context.Context, wake <-chan struct{}, work func(context.Context)) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx)
	}()
	select {
	case <-done:
		return false
	case <-wake:
		cancel()
		<-done
		return true
	}
}

// run analyzes the packages of the module that have open files, and publishes what is
// found.
func (p *project) run(ctx context.Context) {
	dirs := p.server.openDirs(p.dir)
	if len(dirs) == 0 {
		p.clear()
		return
	}
	settings, err := p.server.opts.Settings(p.dir)
	if err != nil {
		p.say(severityError, []string{err.Error()})
		return
	}
	out := p.server.newOutcome(p, settings)
	out.config.Patterns = dirs
	shown := p.server.startProgress(ctx, "lifecyclelint", "loading packages")
	defer shown.end()
	out.config.Progress = shown
	res, err := driver.Check(ctx, out.config)
	if err != nil {
		out.cancel()
	}
	if ctx.Err() != nil {
		return // the next run reports it, or the session has ended
	}
	if err != nil {
		p.say(severityError, []string{err.Error()})
		return
	}
	out.config.Progress = nil
	if settings.Accept != nil {
		settings.Accept(res)
	}
	res.FailOn = settings.FailOn
	out.res = res
	p.replace(out)
	p.publish(out)
	p.tell(out)
}

// replace replaces the last outcome, whose trials of fixes end.
func (p *project) replace(out *outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != nil {
		p.last.cancel()
	}
	p.last = out
}

// tell says what is missing from the findings: packages that were not analyzed, and
// those of which nothing is reported.
func (p *project) tell(out *outcome) {
	var problems []string
	for _, problem := range out.res.Problems {
		problems = append(problems, problem.Text())
	}
	p.say(severityWarning, problems)
	out.server.log(messageLog, out.res.Summary())
	if text := out.res.LeftAloneText(); text != "" {
		out.server.log(severityInfo, text)
	}
}

// say logs messages, and shows those that the last run did not have: one that stays is not
// shown on each save.
func (p *project) say(kind int, messages []string) {
	p.mu.Lock()
	before := p.said
	p.said = make(map[string]bool)
	for _, m := range messages {
		p.said[m] = true
	}
	p.mu.Unlock()
	for _, m := range messages {
		if before[m] {
			p.server.log(kind, m)
		} else {
			p.server.show(kind, m)
		}
	}
}

// name returns the client's name of a file: the go command sees through the symbolic
// links that lead to the module.
func (p *project) name(file string) string {
	if p.real != p.dir && below(p.real, file) {
		rel, err := filepath.Rel(p.real, file)
		if err == nil {
			return filepath.Join(p.dir, rel)
		}
	}
	return file
}

// publish sends the client what was found, for each file that has findings or had some.
func (p *project) publish(out *outcome) {
	byFile := make(map[string][]diagnostic)
	for _, f := range out.res.Findings {
		name := p.name(f.File)
		byFile[name] = append(byFile[name], out.diagnostic(f))
	}
	p.mu.Lock()
	gone := p.published
	p.published = make(map[string]bool)
	for name := range byFile {
		p.published[name] = true
	}
	p.mu.Unlock()
	for name := range gone {
		if byFile[name] == nil {
			byFile[name] = []diagnostic{}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		uri, version := p.server.published(name, out)
		p.server.notify("textDocument/publishDiagnostics", publishParams{uri, version, byFile[name]})
	}
}

// published returns the URI of a file, and the version that the editor has of it if that
// is what was analyzed.
func (s *server) published(name string, out *outcome) (uri string, version *int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := s.documents[name]
	if doc == nil {
		return toURI(name), nil
	}
	if t := out.text(name); t != nil && string(t.src) == doc.text {
		v := doc.version
		version = &v
	}
	return doc.uri, version
}

// clear takes back the diagnostics of packages of which no file is open any more.
func (p *project) clear() {
	open := p.server.openDirs(p.dir)
	p.mu.Lock()
	var gone []string
	for name := range p.published {
		if !slices.Contains(open, filepath.Dir(name)) {
			gone = append(gone, name)
			delete(p.published, name)
		}
	}
	p.mu.Unlock()
	slices.Sort(gone)
	for _, name := range gone {
		p.server.notify("textDocument/publishDiagnostics", publishParams{URI: toURI(name), Diagnostics: []diagnostic{}})
	}
}

// severities are what a level is called in the protocol.
var severities = map[finding.Level]int{finding.Error: severityError, finding.Warning: severityWarning, finding.Note: severityInfo}

// diagnostic returns the diagnostic of a finding.
func (o *outcome) diagnostic(f finding.Finding) diagnostic {
	d := diagnostic{
		Range: o.span(f), Severity: severities[o.res.FailOn.Of(&f)],
		Code: f.ID, CodeDescription: &codeDescription{f.URL},
		Source: "lifecyclelint", Message: finding.Printable(f.Text()),
	}
	client := o.server.client.TextDocument.PublishDiagnostics
	if strings.HasPrefix(f.ID, "ignore/") && f.ID != "ignore/malformed" && slices.Contains(client.TagSupport.ValueSet, tagUnnecessary) {
		d.Tags = []int{tagUnnecessary} // a comment that holds nothing back
	}
	for _, hop := range f.Trace {
		if !client.RelatedInformation {
			d.Message += "\n" + finding.Printable(finding.Rel(o.project.dir, o.project.name(hop.File))) + ":" + line(hop.At) + ": " + finding.Printable(hop.Message)
			continue
		}
		name := o.project.name(hop.File)
		place := location{URI: o.server.uri(name)}
		if t := o.text(name); t != nil {
			place.Range = t.span(hop.At, finding.Position{})
		}
		d.RelatedInformation = append(d.RelatedInformation, related{place, finding.Printable(hop.Message)})
	}
	return d
}

// uri returns the URI of a file, as the client writes it if the file is open.
func (s *server) uri(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doc := s.documents[name]; doc != nil {
		return doc.uri
	}
	return toURI(name)
}
