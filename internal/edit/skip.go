package edit

import (
	"cmp"
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// skipped returns the first statement after an edit that releases something and that a
// return in the new text would skip, "" if there is none: a fix that returns early changes
// what the function releases. What the new text does itself is not skipped. It is lost if
// nothing else can close it: the function has opened it.
func (b *Builder) skipped(edits []analysis.TextEdit) (text string, lost bool) {
	for _, e := range edits {
		if returns(e.NewText) <= returns(b.text(e.Pos, e.End)) || b.replacesExit(e) {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(b.file, e.Pos, e.Pos)
		s := &skip{b: b, at: e.Pos, path: path, body: b.file}
		if i := slices.IndexFunc(path, isFunc); i >= 0 {
			s.body = path[i]
		}
		for _, stmt := range behind(path, e.End) {
			due := s.due(stmt)
			if due == nil || b.ofFailed(due) || s.unset(due) || strings.Contains(string(e.NewText), OneLine(Source(b.pass, due))) {
				continue
			}
			lost = lost || s.closes(due)
			text = cmp.Or(text, OneLine(Source(b.pass, due)))
		}
	}
	return text, lost
}

// ofFailed reports whether a statement releases what a call has not made, whose error the new text returns.
func (b *Builder) ofFailed(due ast.Node) (found bool) {
	ast.Inspect(due, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && slices.Contains(b.failed, b.pass.TypesInfo.Uses[id])
		return !found
	})
	return found
}

// replacesExit reports whether an edit of a program replaces a call that ends the process: nothing
// after it was run before, either. In a library the process keeps running, and what is not released
// stays in use.
func (b *Builder) replacesExit(e analysis.TextEdit) bool {
	if b.file.Name.Name != "main" {
		return false
	}
	found := false
	ast.Inspect(b.file, func(n ast.Node) bool {
		if stmt, ok := n.(*ast.ExprStmt); ok && e.Pos <= stmt.Pos() && stmt.End() <= e.End {
			found = found || b.exits(stmt)
		}
		return n != nil && n.Pos() < e.End && e.Pos < n.End()
	})
	return found
}

func isFunc(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncLit, *ast.FuncDecl:
		return true
	}
	return false
}

// returns counts the return statements of a text that belong to the function around it.
func returns(text []byte) int {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, func(token.Position, string) {}, 0)
	count, depth := 0, 0
	var literals []int // the depths at which the bodies of literals begin
	literal := false
	for {
		switch _, tok, _ := s.Scan(); tok {
		case token.EOF:
			return count
		case token.FUNC:
			literal = true
		case token.LBRACE:
			if depth++; literal {
				literals, literal = append(literals, depth), false
			}
		case token.RBRACE:
			if len(literals) > 0 && literals[len(literals)-1] == depth {
				literals = literals[:len(literals)-1]
			}
			depth--
		case token.RETURN:
			if len(literals) == 0 {
				count++
			}
		}
	}
}
