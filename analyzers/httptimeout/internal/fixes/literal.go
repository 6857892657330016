package fixes

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// KeepsHTTP reports whether the file around cur uses the import that sel names
// for more than what this analyzer's fixes replace.
func KeepsHTTP(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) bool {
	for file := range cur.Enclosing((*ast.File)(nil)) {
		return edit.KeepsImport(p.TypesInfo, file.Node().(*ast.File), sel, func(sel *ast.SelectorExpr) bool {
			return sel.Sel.Name == "DefaultClient" || sel.Sel.Name == "DefaultTransport" || catalog.HTTPClientCalls[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]
		})
	}
	return false
}

// SetField gives a field of lit a value, in the place of the one that it has.
func SetField(e *edit.Builder, lit *ast.CompositeLit, field, value string) {
	if old := astindex.LitField(lit, field); old != nil {
		e.Replace(old.Pos(), old.End(), value)
		return
	}
	InsertField(e, lit, field, value)
}

// InsertField adds a keyed field at the end of lit, in the literal's own layout.
func InsertField(e *edit.Builder, lit *ast.CompositeLit, field, value string) {
	InsertFields(e, lit, [][2]string{{field, value}})
}

// InsertFields adds keyed fields, given as name and value, at the end of lit. A
// literal that would become long gets a line for each.
func InsertFields(e *edit.Builder, lit *ast.CompositeLit, fields [][2]string) {
	var elts, lines []string
	for _, f := range fields {
		elts = append(elts, f[0]+": "+f[1])
		lines = append(lines, f[0]+": "+f[1]+",")
	}
	if len(lit.Elts) == 0 {
		e.Insert(lit.Lbrace+1, strings.Join(elts, ", "))
		return
	}
	last := lit.Elts[len(lit.Elts)-1]
	if !e.SameLine(last.End(), lit.Rbrace) {
		e.After(last, lines...)
		return
	}
	text := e.Text(lit.Pos(), lit.End())
	if !e.SameLine(lit.Pos(), lit.Rbrace) || strings.Contains(text, "/*") || len(text+strings.Join(elts, ", ")) < LongLiteral {
		e.Insert(last.End(), ", "+strings.Join(elts, ", "))
		return
	}
	var old []string
	for _, elt := range lit.Elts {
		old = append(old, e.Text(elt.Pos(), elt.End()))
	}
	e.Replace(lit.Lbrace+1, lit.Rbrace, InLines(e.Indent(lit.Pos()), append(old, elts...)))
}

// LongLiteral is the length from which a literal does not stay on one line.
const LongLiteral = 90

// InLines returns the inside of a literal with a line for each element.
func InLines(indent string, elts []string) string {
	line := "\n" + indent
	return line + "\t" + strings.Join(elts, ","+line+"\t") + "," + line
}

// InBlock reports whether the statement at cur is in a list of statements, where others can
// be put before and after it.
func InBlock(cur inspector.Cursor) bool {
	switch cur.Parent().Node().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// freeName returns base, or base followed by a number, such that it means
// nothing yet at pos.
func freeName(p *check.Pass, pos token.Pos, base string) string {
	name := base
	for i := 2; ; i++ {
		if _, obj := p.Pkg.Scope().Innermost(pos).LookupParent(name, token.NoPos); obj == nil {
			return name
		}
		name = base + strconv.Itoa(i)
	}
}
