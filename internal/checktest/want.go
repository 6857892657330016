package checktest

import (
	"bytes"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
)

type want struct {
	re   *regexp.Regexp
	used bool
}

// checkFindings holds findings against the want comments of the job's files.
func checkFindings(t *testing.T, l *loaded, j job, found []finding) {
	t.Helper()
	wants := make(map[string][]*want) // by "file:line"
	silent := false
	for _, pkg := range l.pkgs[j.dir] {
		for _, file := range pkg.Syntax {
			n := collectWants(t, pkg, file, wants)
			silent = silent || n == 0 && strings.HasPrefix(filepath.Base(pkg.Fset.Position(file.Package).Filename), "ok")
		}
	}
	if !j.variant && (len(found) == 0 || !silent) {
		t.Errorf("%s needs at least one reported case, and an ok*.go file without any", j.dir)
	}
	for _, f := range found {
		key := fmt.Sprintf("%s:%d", f.posn.Filename, f.posn.Line)
		i := slices.IndexFunc(wants[key], func(w *want) bool { return !w.used && (w.re.MatchString(f.Message) || w.re.MatchString(f.plain())) })
		if i < 0 {
			t.Errorf("%s: unexpected finding: %s", f.posn, f.Message)
		} else {
			wants[key][i].used = true
		}
		checkStyle(t, f)
		if !j.doubtful && !j.variant && f.low() != low(f.posn.Filename) {
			t.Errorf("%s: a finding of low confidence belongs into a file low*.go or nofix_low*.go, and no other does: %s", f.posn, f.Message)
		}
		if hasFix := len(f.SuggestedFixes) > 0; hasFix && unfixed(f.posn.Filename) {
			t.Errorf("%s: finding with a fix, in a file for those without: %s", f.posn, f.Message)
		} else if !hasFix && !unfixed(f.posn.Filename) && !j.unfixable {
			t.Errorf("%s: finding without a fix: %s", f.posn, f.Message)
		}
	}
	for key, list := range wants {
		for _, w := range list {
			if !w.used {
				t.Errorf("%s: no finding matches %q", key, w.re)
			}
		}
	}
}

// unfixed reports whether a file holds the cases in which a check that offers
// fixes has none to offer: nofix.go, nofix_loop.go and so on.
func unfixed(filename string) bool { return strings.HasPrefix(filepath.Base(filename), "nofix") }

// lowMark follows the ID in the message of a finding of low confidence.
const lowMark = ", low confidence"

func (f *finding) low() bool { return strings.Contains(f.Message, " ("+f.Category+lowMark) }

// plain returns the message as it would be without what lowers the finding.
func (f *finding) plain() string {
	if i := strings.LastIndex(f.Message, " ("+f.Category+lowMark); i >= 0 {
		return f.Message[:i] + " (" + f.Category + ")"
	}
	return f.Message
}

// low reports whether a file holds the cases that doubts lower to low confidence.
func low(filename string) bool {
	base := strings.TrimPrefix(filepath.Base(filename), "nofix_")
	return strings.HasPrefix(base, "low")
}

var wantComment = regexp.MustCompile("//.*\\bwant ((?:[\"`]).*)$")

func collectWants(t *testing.T, pkg *packages.Package, file *ast.File, wants map[string][]*want) int {
	t.Helper()
	n := 0
	for _, group := range file.Comments {
		for _, c := range group.List {
			m := wantComment.FindStringSubmatch(c.Text)
			if m == nil {
				continue
			}
			posn := pkg.Fset.Position(c.Pos())
			key := fmt.Sprintf("%s:%d", posn.Filename, posn.Line)
			if len(wants[key]) > 0 {
				continue // the same file in a test variant
			}
			for _, text := range quoted(t, posn.String(), m[1]) {
				re, err := regexp.Compile(text)
				if err != nil {
					t.Fatalf("%s: %v", posn, err)
				}
				wants[key] = append(wants[key], &want{re: re})
			}
			n++
		}
	}
	return n
}

func quoted(t *testing.T, where, text string) []string {
	t.Helper()
	var list []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		q, err := strconv.QuotedPrefix(text)
		if err != nil {
			t.Fatalf("%s: malformed want comment: %s", where, text)
		}
		s, _ := strconv.Unquote(q)
		list = append(list, s)
		text = text[len(q):]
	}
	return list
}

// checkStyle holds a message and its fix title against the house rules.
func checkStyle(t *testing.T, f finding) {
	t.Helper()
	text, ok := strings.CutSuffix(f.plain(), " ("+f.Category+")")
	if !ok {
		t.Errorf("message does not end in its ID: %s", f.Message)
	}
	if strings.ContainsAny(text, "\n\r") || strings.HasSuffix(text, ".") {
		t.Errorf("message is not one line without a full stop: %q", text)
	}
	word, _, _ := strings.Cut(text, " ")
	r, _ := utf8.DecodeRuneInString(word)
	if unicode.IsUpper(r) && strings.ToUpper(word) != word && !strings.ContainsAny(word, ".(_0123456789") && !isIdentifierLike(word) {
		t.Errorf("message does not begin in lower case: %q", text)
	}
	for _, fix := range f.SuggestedFixes {
		if r, _ := utf8.DecodeRuneInString(fix.Message); !unicode.IsUpper(r) || strings.HasSuffix(fix.Message, ".") || strings.Contains(fix.Message, "\n") {
			t.Errorf("fix title is not an imperative sentence on one line, without a full stop: %q", fix.Message)
		}
	}
	if len(f.SuggestedFixes) > 1 || len(f.Related) > 5 {
		t.Errorf("%s: more than one fix, or more than five hops: %s", f.posn, f.Message)
	}
}

// isIdentifierLike reports whether word has an inner capital, as the user's
// exported names often have.
func isIdentifierLike(word string) bool {
	return strings.ContainsFunc(word[1:], unicode.IsUpper)
}

// applyFixes returns the fixed content of every file that a fix touches.
func applyFixes(t *testing.T, found []finding) map[string][]byte {
	t.Helper()
	type span struct {
		start, end int
		text       string
	}
	edits := make(map[string][]span)
	for _, f := range found {
		for _, fix := range f.SuggestedFixes {
			for _, e := range fix.TextEdits {
				tok := f.fset.File(e.Pos)
				end := e.End
				if !end.IsValid() {
					end = e.Pos
				}
				if tok.Name() != f.posn.Filename {
					t.Errorf("%s: the fix edits another file, %s", f.posn, tok.Name())
				}
				s := span{tok.Offset(e.Pos), tok.Offset(end), string(e.NewText)}
				if !slices.Contains(edits[tok.Name()], s) {
					edits[tok.Name()] = append(edits[tok.Name()], s)
				}
			}
		}
	}
	fixed := make(map[string][]byte)
	for name, list := range edits {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(list, func(a, b span) int { return a.start - b.start })
		var out bytes.Buffer
		last := 0
		for _, s := range list {
			if s.start < last {
				t.Errorf("%s: fixes overlap at offset %d", name, s.start)
				continue
			}
			out.Write(src[last:s.start])
			out.WriteString(s.text)
			last = s.end
		}
		out.Write(src[last:])
		fixed[name] = out.Bytes()
	}
	return fixed
}
