package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/why"
)

// hover returns what the checks decided at a place, as the command why prints it, and the
// pages of those that report it.
func (s *server) hover(_ context.Context, p *hoverParams) (*hover, error) {
	out, name := s.outcome(p.TextDocument.URI)
	if out == nil || out.current(name) != nil {
		return nil, nil
	}
	here := &driver.Result{}
	var shown span
	var ids []string
	for _, c := range out.res.Candidates {
		at := out.span(c.Finding)
		if out.project.name(c.File) != name || !at.touches(span{p.Position, p.Position}) {
			continue
		}
		if len(here.Candidates) == 0 {
			shown = at
		}
		here.Candidates = append(here.Candidates, c)
		if out.reports(c) && !slices.Contains(ids, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	if len(here.Candidates) == 0 {
		return nil, nil
	}
	var b strings.Builder
	b.WriteString("```text\n")
	place := why.Place{Dir: out.project.real, File: here.Candidates[0].File, Line: here.Candidates[0].Start.Line}
	if err := why.Write(&b, here, place); err != nil {
		return nil, err
	}
	text := strings.TrimRight(b.String(), "\n") + "\n```\n"
	for _, id := range ids {
		text += "\n---\n\n" + page(id)
	}
	return &hover{Contents: markup{"markdown", text}, Range: shown}, nil
}

// reports reports whether a candidate is one of the findings.
func (o *outcome) reports(c finding.Candidate) bool {
	return slices.ContainsFunc(o.res.Findings, func(f finding.Finding) bool { return c.Verdict == finding.Found && finding.Same(f, c.Finding) })
}

// page returns the page of a check, with its address.
func page(id string) string {
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			if c.ID() != id {
				continue
			}
			if text, err := c.Page(); err == nil {
				return strings.TrimRight(text, "\n") + "\n\n[" + c.URL() + "](" + c.URL() + ")\n"
			}
			return c.URL() + "\n"
		}
	}
	return ""
}

// outcome returns the last outcome of the project of a file, and the file; nil if nothing
// has been analyzed yet.
func (s *server) outcome(uri string) (*outcome, string) {
	path, err := toPath(uri)
	if err != nil {
		return nil, ""
	}
	dir := moduleDir(path)
	s.mu.Lock()
	p := s.projects[dir]
	s.mu.Unlock()
	if p == nil {
		return nil, path
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last, path
}
