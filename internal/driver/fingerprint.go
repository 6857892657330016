package driver

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// fingerprint gives each finding an identity that survives edits elsewhere in
// its file: the check, the package, the function around it and the code it
// marks, with an ordinal among equals. Lines have no part in it. Files that replace names
// are read from their replacements.
func fingerprint(list []finding.Candidate, replace map[string]string) {
	files := make(map[string]*source)
	seen := make(map[string]int)
	for i := range list {
		if list[i].Verdict != finding.Found {
			continue
		}
		f := &list[i].Finding
		src, ok := files[f.File]
		if !ok {
			src = readSource(cmp.Or(replace[f.File], f.File))
			files[f.File] = src
		}
		f.Function = src.function(f.Start)
		for n, id := range f.IDs {
			key := strings.Join([]string{id, f.Package, f.Function, src.text(f.Start, f.End)}, "\x00")
			seen[key]++
			sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
			if n == 0 {
				f.Fingerprint = hex.EncodeToString(sum[:12])
			} else {
				f.Former = append(f.Former, hex.EncodeToString(sum[:12]))
			}
		}
	}
}

type source struct {
	content []byte
	fset    *token.FileSet
	ast     *ast.File
}

// readSource parses a file as far as it goes; findings in a file that cannot be
// read share what identity they have left.
func readSource(name string) *source {
	s := &source{fset: token.NewFileSet()}
	s.content, _ = os.ReadFile(name)
	s.ast, _ = parser.ParseFile(s.fset, name, s.content, parser.SkipObjectResolution)
	return s
}

func (s *source) pos(at finding.Position) token.Pos {
	if s.ast == nil {
		return token.NoPos
	}
	tok := s.fset.File(s.ast.FileStart)
	if tok == nil || at.Line < 1 || at.Line > tok.LineCount() {
		return token.NoPos
	}
	return tok.LineStart(at.Line) + token.Pos(at.Column-1)
}

// function returns the name of the declaration around a position, "(T).m" for
// methods.
func (s *source) function(at finding.Position) string {
	pos := s.pos(at)
	if !pos.IsValid() {
		return ""
	}
	for _, decl := range s.ast.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || pos < fn.Pos() || pos >= fn.End() {
			continue
		}
		if fn.Recv == nil || len(fn.Recv.List) == 0 {
			return fn.Name.Name
		}
		recv := fn.Recv.List[0].Type
		return "(" + s.slice(recv.Pos(), recv.End()) + ")." + fn.Name.Name
	}
	return ""
}

func (s *source) text(start, end finding.Position) string {
	from, to := s.pos(start), s.pos(end)
	if !from.IsValid() || to < from {
		return ""
	}
	return strings.Join(strings.Fields(s.slice(from, to)), " ")
}

func (s *source) slice(from, to token.Pos) string {
	tok := s.fset.File(from)
	i, j := tok.Offset(from), tok.Offset(to)
	if j > len(s.content) {
		return ""
	}
	return string(s.content[i:j])
}
