package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/creachadair/jrpc2"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// The kinds of code actions, and the commands of some of them.
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll.lifecyclelint"

	fixCommand    = "lifecyclelint.fix"
	reasonCommand = "lifecyclelint.reason"
)

// codeAction offers the fixes of the findings in a range, as the fix command would make
// them, and the comment that accepts them. What the editor has not saved was not analyzed:
// then nothing is offered, with the reason for editors that can show it.
func (s *server) codeAction(ctx context.Context, p *codeActionParams) ([]codeAction, error) {
	list := []codeAction{}
	out, name := s.outcome(p.TextDocument.URI)
	if out == nil {
		return list, nil
	}
	all, here := out.in(name, p.Range)
	only := p.Context.Only
	explicit := len(only) > 0 && wants(only, fixAll)
	if len(here) == 0 && !explicit {
		return list, nil
	}
	if err := out.current(name); err != nil {
		if s.client.TextDocument.CodeAction.DisabledSupport && len(here) > 0 {
			list = append(list, codeAction{Title: "lifecyclelint: fix or ignore", Kind: quickFix, Disabled: &disabled{err.Error()}})
		}
		return list, nil
	}
	if wants(only, quickFix) {
		for _, f := range here {
			actions, err := out.quickFixes(ctx, f)
			if err != nil {
				return nil, out.asResponse(err)
			}
			list = append(list, actions...)
		}
		for _, f := range here {
			list = append(list, out.ignore(name, f)...)
		}
	}
	if explicit || len(only) == 0 && slices.ContainsFunc(here, hasSafeFix) {
		actions, err := out.fixAll(ctx, name, all)
		if err != nil {
			return nil, out.asResponse(err)
		}
		list = append(list, actions...)
	}
	return list, nil
}

// in returns the findings in a file, and those of them in a range.
func (o *outcome) in(name string, at span) (all, here []finding.Finding) {
	for _, f := range o.res.Findings {
		if o.project.name(f.File) != name {
			continue
		}
		all = append(all, f)
		if o.span(f).touches(at) {
			here = append(here, f)
		}
	}
	return all, here
}

// asResponse turns an error of a trial into one for the client: that of a run which is
// outdated is no failure.
func (o *outcome) asResponse(err error) error {
	if o.ctx.Err() != nil || errors.Is(err, errStale) {
		return jrpc2.Errorf(contentModified, "the file has changed, or is being analyzed anew")
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return jrpc2.Errorf(requestFailed, "the fixes were not tried: %s", err)
}

// quickFixes returns the fix of a finding, if it has one that the fix command would make.
func (o *outcome) quickFixes(ctx context.Context, f finding.Finding) ([]codeAction, error) {
	if f.Fix == nil {
		return nil, nil
	}
	action := codeAction{Title: finding.Printable(f.Fix.Title), Kind: quickFix, Diagnostics: []diagnostic{o.diagnostic(f)}, IsPreferred: f.Fix.Safe}
	tried, err := o.try(ctx, f.Fingerprint, driver.FixConfig{Suggested: true, Offline: true}, []finding.Finding{f})
	if err != nil {
		return nil, err
	}
	if len(tried.Applied) == 0 {
		return o.withRuntime(action, f, tried), nil
	}
	if action.Edit, err = o.edit(tried.Files); err != nil {
		return nil, err
	}
	return []codeAction{action}, nil
}

// withRuntime returns the action for a fix that needs the runtime package, which the
// module does not require yet: the command adds that, and says why if it cannot be.
func (o *outcome) withRuntime(action codeAction, f finding.Finding, tried *driver.FixResult) []codeAction {
	for _, l := range tried.Left {
		if !l.NeedsRuntime() {
			o.server.log(messageLog, fmt.Sprintf("%s at %s:%s: %s", f.ID, f.File, line(f.Start), l.Why))
			return nil
		}
	}
	if !o.server.client.Workspace.ApplyEdit {
		return nil
	}
	action.Title += " (adds " + o.settings.Runtime + " to go.mod)"
	action.IsPreferred = false
	action.Command = &command{action.Title, fixCommand, []any{o.server.uri(o.project.name(f.File)), f.Fingerprint}}
	return []codeAction{action}
}

// fixAll returns the action that makes all safe fixes of a file.
func (o *outcome) fixAll(ctx context.Context, name string, all []finding.Finding) ([]codeAction, error) {
	safe := slices.DeleteFunc(slices.Clone(all), func(f finding.Finding) bool { return !hasSafeFix(f) })
	if len(safe) == 0 {
		return nil, nil
	}
	tried, err := o.try(ctx, "all "+name, driver.FixConfig{Offline: true}, safe)
	if err != nil || len(tried.Applied) == 0 {
		return nil, err
	}
	edit, err := o.edit(tried.Files)
	if err != nil {
		return nil, err
	}
	title := "Make the safe fixes of lifecyclelint in this file: " + finding.Count(len(tried.Applied), "finding")
	return []codeAction{{Title: title, Kind: fixAll, Edit: edit}}, nil
}

func hasSafeFix(f finding.Finding) bool { return f.Fix != nil && f.Fix.Safe }

// ignore returns the action that writes the comment which accepts a finding. The author
// has to write the reason: before that, the comment accepts nothing.
func (o *outcome) ignore(name string, f finding.Finding) []codeAction {
	t := o.text(name)
	accept := driver.Acceptance{File: f.File, Line: f.Start.Line, Check: f.ID}
	changed, written, err := accept.Write(t.src)
	if err != nil {
		o.server.log(messageLog, fmt.Sprintf("%s at %s:%s cannot be ignored: %v", f.ID, f.File, line(f.Start), err))
		return nil
	}
	edit, err := o.edit([]driver.FileChange{{Name: f.File, Old: t.src, New: changed}})
	if err != nil {
		return nil
	}
	action := codeAction{
		Title: "Ignore " + f.ID + " with a reason, to be written after the --", Kind: quickFix,
		Diagnostics: []diagnostic{o.diagnostic(f)}, Edit: edit,
	}
	if o.server.client.Window.ShowDocument.Support {
		at := reasonAt(newText(changed, o.server.encoding), strings.TrimSpace(written), f.Start.Line)
		action.Command = &command{"Write the reason", reasonCommand, []any{o.server.uri(name), at}}
	}
	return []codeAction{action}
}

// reasonAt returns the place after the directive that was written above a line, or at its
// end. Lines of a comment may have moved.
func reasonAt(t *text, directive string, above int) position {
	for n := max(above-3, 0); n < above+3; n++ {
		if line := t.line(n); bytes.Contains(line, []byte(directive)) {
			return position{n, t.width(bytes.TrimRight(line, "\r"))}
		}
	}
	return position{max(above-1, 0), 0}
}

// edit returns an edit for the editor. It refuses to change what is not as the change
// expects it.
func (o *outcome) edit(changes []driver.FileChange) (*workspaceEdit, error) {
	can := o.server.client.Workspace.WorkspaceEdit
	edit := new(workspaceEdit)
	for _, c := range changes {
		name := o.project.name(c.Name)
		uri, version, err := o.server.editable(name, c.Old)
		if err != nil {
			return nil, err
		}
		if c.Old == nil {
			if !can.DocumentChanges || !slices.Contains(can.ResourceOperations, "create") {
				return nil, fmt.Errorf("the editor cannot create %s; lifecyclelint fix can", name)
			}
			edit.DocumentChanges = append(edit.DocumentChanges, createFile{"create", uri})
		}
		edits := textEdits(newText(c.Old, o.server.encoding), c.New)
		if can.DocumentChanges {
			edit.DocumentChanges = append(edit.DocumentChanges, textDocumentEdit{versionedDocument{uri, version}, edits})
			continue
		}
		if edit.Changes == nil {
			edit.Changes = make(map[string][]textEdit)
		}
		edit.Changes[uri] = edits
	}
	return edit, nil
}

// editable returns the URI of a file and the version that the editor has, and an error if
// that has another content.
func (s *server) editable(name string, old []byte) (uri string, version *int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := s.documents[name]
	if doc == nil {
		return toURI(name), nil, nil
	}
	if doc.text != string(old) {
		return "", nil, fmt.Errorf("%s: %w", name, errStale)
	}
	v := doc.version
	return doc.uri, &v, nil
}

// textEdits returns the edits that make old new.
func textEdits(old *text, new []byte) []textEdit {
	list := []textEdit{}
	for _, e := range udiff.Bytes(old.src, new) {
		list = append(list, textEdit{span{old.offset(e.Start), old.offset(e.End)}, e.New})
	}
	return list
}

// execute runs the command of a code action.
func (s *server) execute(ctx context.Context, p *executeParams) (any, error) {
	switch p.Command {
	case fixCommand:
		var uri, fingerprint string
		if err := arguments(p, &uri, &fingerprint); err != nil {
			return nil, err
		}
		return nil, s.fix(ctx, uri, fingerprint)
	case reasonCommand:
		var uri string
		var at position
		if err := arguments(p, &uri, &at); err != nil {
			return nil, err
		}
		_, err := s.rpc.Callback(ctx, "window/showDocument", showDocumentParams{uri, true, span{at, at}})
		return nil, err
	}
	return nil, jrpc2.Errorf(jrpc2.InvalidParams, "unknown command %q", p.Command)
}

// arguments decodes the arguments of a command.
func arguments(p *executeParams, to ...any) error {
	if len(p.Arguments) != len(to) {
		return jrpc2.Errorf(jrpc2.InvalidParams, "%s wants %d arguments", p.Command, len(to))
	}
	for i, raw := range p.Arguments {
		if err := json.Unmarshal(raw, to[i]); err != nil {
			return jrpc2.Errorf(jrpc2.InvalidParams, "%s: %v", p.Command, err)
		}
	}
	return nil
}

// fix makes a fix together with the requirement of the runtime package, which may have to
// be fetched. What keeps it from that is shown, since the user has asked for it.
func (s *server) fix(ctx context.Context, uri, fingerprint string) error {
	err := s.fixNow(ctx, uri, fingerprint)
	if err != nil && ctx.Err() == nil {
		s.show(severityError, "not fixed: "+err.Error())
		return jrpc2.Errorf(requestFailed, "%v", err)
	}
	return err
}

func (s *server) fixNow(ctx context.Context, uri, fingerprint string) error {
	out, name := s.outcome(uri)
	if out == nil {
		return errStale
	}
	all, _ := out.in(name, span{})
	i := slices.IndexFunc(all, func(f finding.Finding) bool { return f.Fingerprint == fingerprint && f.Fix != nil })
	if i < 0 || out.current(name) != nil {
		return errStale
	}
	shown := s.startProgress(ctx, "lifecyclelint", "trying the fix")
	defer shown.end()
	made, err := out.try(ctx, "online "+fingerprint, driver.FixConfig{Suggested: true}, all[i:i+1])
	if err != nil {
		return err
	}
	for _, l := range made.Left {
		return errors.New(l.Why)
	}
	edit, err := out.edit(made.Files)
	if err != nil {
		return err
	}
	var result applyEditResult
	rsp, err := s.rpc.Callback(ctx, "workspace/applyEdit", applyEditParams{all[i].Fix.Title, edit})
	if err == nil {
		err = rsp.UnmarshalResult(&result)
	}
	if err == nil && !result.Applied {
		err = fmt.Errorf("the editor has refused the change: %s", result.FailureReason)
	}
	if err == nil && len(made.Files) > 1 {
		s.show(severityInfo, "go.mod has changed too, and perhaps go.sum: save all")
	}
	return err
}
