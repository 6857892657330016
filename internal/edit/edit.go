// Package edit builds suggested fixes: small edits of one file that bring their
// own import, never overlap, and still parse.
//
// A fix states in its title what it changes beyond the bug; the Changes text is
// empty for a fix that removes the bug and keeps everything else.
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A Fix is a validated set of edits to one file.
type Fix struct {
	Title   string // imperative, names the value: "Range over lifecycle.Recv(ctx, t.C)"
	Changes string // what changes beyond the bug; empty for a safe fix
	Import  string // path of the import the fix adds, if any; two are rare, and separated by a blank
	edits   []analysis.TextEdit
}

// ChangesMark begins the part of a title that names a behaviour change. Drivers
// carry titles but no classes, so the title is where the class is read from.
const ChangesMark = " (behaviour change: "

// Suggested returns the fix as drivers want it.
func (f *Fix) Suggested() analysis.SuggestedFix {
	title := f.Title
	if f.Changes != "" {
		title += ChangesMark + f.Changes + ")"
	}
	return analysis.SuggestedFix{Message: title, TextEdits: f.edits}
}

// A Builder collects the edits of one fix. Its methods record mistakes, and
// [Builder.Fix] answers nil when there was one: a finding without a fix is
// better than a fix that breaks the file.
type Builder struct {
	pass  *analysis.Pass
	file  *ast.File
	tok   *token.File
	src   []byte
	edits []analysis.TextEdit
	added []string // imports
	err   error

	process Process
	runtime string          // the name by which the edits know the runtime package
	grouped []newImport     // those that the sole import of the file makes a group with
	dropped *ast.ImportSpec // its line is deleted; nothing can be added at its end
	failed  []types.Object  // variables of a call where the new text returns its error: they hold nothing then
}

// New returns a builder for file.
func New(pass *analysis.Pass, file *ast.File) *Builder {
	b := &Builder{pass: pass, file: file, tok: pass.Fset.File(file.FileStart)}
	b.src, b.err = pass.ReadFile(b.tok.Name())
	if b.err == nil && len(b.src) != b.tok.Size() {
		b.err = errors.New("the file on disk is not the one that was type-checked")
	}
	return b
}

// Source returns the text of n, "" when the file cannot be read.
func Source(pass *analysis.Pass, n ast.Node) string {
	tok := pass.Fset.File(n.Pos())
	src, err := pass.ReadFile(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return ""
	}
	return string(src[tok.Offset(n.Pos()):tok.Offset(n.End())])
}

// Replace puts text in place of [start, end). The comment at the end of a line that becomes
// several stays with the first of them.
func (b *Builder) Replace(start, end token.Pos, text string) {
	if !start.IsValid() || end < start || int(start) < b.tok.Base() || int(end) > b.tok.Base()+b.tok.Size() {
		b.fail("edit outside of the file")
		return
	}
	if start < end && b.SameLine(start, end) {
		end, text = b.takeComment(end, text)
	}
	b.edits = append(b.edits, analysis.TextEdit{Pos: start, End: end, NewText: []byte(text)})
}

// takeComment returns text with the comment that follows end after its first line, and
// where that comment ends; unless the text has comments itself, or its last line continues
// after a brace, as after a literal, whose comments gofmt aligns.
func (b *Builder) takeComment(end token.Pos, text string) (token.Pos, string) {
	first, rest, several := strings.Cut(text, "\n")
	last := strings.TrimSpace(rest[strings.LastIndex(rest, "\n")+1:])
	behind := b.lineEnd(end)
	comment := strings.TrimSpace(string(b.text(end, behind)))
	if !several || strings.Contains(text, "//") || !strings.HasPrefix(comment, "//") ||
		strings.HasPrefix(last, "}") && last != "}" && last != "}()" {
		return end, text
	}
	return behind, first + " " + comment + "\n" + rest
}

// Insert puts text at pos.
func (b *Builder) Insert(pos token.Pos, text string) { b.Replace(pos, pos, text) }

// Delete removes [start, end).
func (b *Builder) Delete(start, end token.Pos) { b.Replace(start, end, "") }

// Text returns the user's source between two positions.
func (b *Builder) Text(start, end token.Pos) string { return string(b.text(start, end)) }

// Fix validates the edits and returns the fix, or nil if it cannot be trusted.
// changes says what it alters beyond the bug, "" for nothing.
func (b *Builder) Fix(title, changes string) *Fix {
	title, changes = b.tie(title, changes)
	if b.overlaps() {
		b.fail("edits overlap")
	}
	edits := slices.Clone(b.edits)
	slices.SortStableFunc(edits, byPlace)
	if b.err != nil || len(edits) == 0 || b.shadowed(edits) != "" {
		return nil
	}
	b.keepComments(edits)
	if !b.parses(edits) {
		return nil
	}
	skips, lost := b.skipped(edits)
	if lost {
		return nil
	}
	switch {
	case skips == "":
	case changes == "":
		changes = "leaves without " + skips
	default:
		changes += ", and the function leaves without " + skips
	}
	return &Fix{Title: OneLine(title), Changes: changes, Import: strings.Join(b.added, " "), edits: edits}
}

// parses reports whether the declarations that the edits change can be parsed after them, or the
// file if an edit is in none. It is false, too, for a branch to a label that is outside of the
// literal it comes into.
func (b *Builder) parses(edits []analysis.TextEdit) bool {
	src := []byte("package p\n")
	rest := edits
	for _, decl := range b.file.Decls {
		n := 0
		for n < len(rest) && decl.Pos() <= rest[n].Pos && rest[n].End <= decl.End() {
			n++
		}
		if n > 0 {
			src = append(append(src, b.apply(rest[:n], decl.Pos(), decl.End())...), '\n')
			rest = rest[n:]
		}
	}
	if len(rest) > 0 {
		src = b.apply(edits, b.file.FileStart, b.file.FileEnd)
	}
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.DeclarationErrors)
	return err == nil
}

// apply returns the text between two positions after the edits.
func (b *Builder) apply(edits []analysis.TextEdit, from, to token.Pos) []byte {
	var out bytes.Buffer
	last := b.tok.Offset(from)
	for _, e := range edits {
		out.Write(b.src[last:b.tok.Offset(e.Pos)])
		out.Write(e.NewText)
		last = b.tok.Offset(e.End)
	}
	out.Write(b.src[last:b.tok.Offset(to)])
	return out.Bytes()
}

// Refuse makes Fix return nil.
func (b *Builder) Refuse(reason string) *Builder {
	b.fail(reason)
	return b
}

func (b *Builder) fail(reason string) {
	if b.err == nil {
		b.err = fmt.Errorf("no fix: %s", reason)
	}
}

func (b *Builder) text(start, end token.Pos) []byte {
	if b.src == nil || len(b.src) != b.tok.Size() || end < start {
		return nil
	}
	return b.src[b.tok.Offset(start):b.tok.Offset(end)]
}
