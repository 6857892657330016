package httptimeout

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// litField returns the value of a keyed field of lit, nil if it is absent.
func litField(lit *ast.CompositeLit, field string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
				return kv.Value
			}
		}
	}
	return nil
}

func isKeyed(lit *ast.CompositeLit) bool {
	_, ok := lit.Elts[0].(*ast.KeyValueExpr)
	return ok
}

// setField gives a field of lit a value, in the place of the one that it has.
func setField(e *edit.Builder, lit *ast.CompositeLit, field, value string) {
	if old := litField(lit, field); old != nil {
		e.Replace(old.Pos(), old.End(), value)
		return
	}
	insertField(e, lit, field, value)
}

// insertField adds a keyed field at the end of lit, in the literal's own layout.
func insertField(e *edit.Builder, lit *ast.CompositeLit, field, value string) {
	insertFields(e, lit, [][2]string{{field, value}})
}

// insertFields adds keyed fields, given as name and value, at the end of lit. A
// literal that would become long gets a line for each.
func insertFields(e *edit.Builder, lit *ast.CompositeLit, fields [][2]string) {
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
	if !e.SameLine(lit.Pos(), lit.Rbrace) || strings.Contains(text, "/*") || len(text+strings.Join(elts, ", ")) < longLiteral {
		e.Insert(last.End(), ", "+strings.Join(elts, ", "))
		return
	}
	var old []string
	for _, elt := range lit.Elts {
		old = append(old, e.Text(elt.Pos(), elt.End()))
	}
	e.Replace(lit.Lbrace+1, lit.Rbrace, inLines(e.Indent(lit.Pos()), append(old, elts...)))
}

// longLiteral is the length from which a literal does not stay on one line.
const longLiteral = 90

// inLines returns the inside of a literal with a line for each element.
func inLines(indent string, elts []string) string {
	line := "\n" + indent
	return line + "\t" + strings.Join(elts, ","+line+"\t") + "," + line
}

// inBlock reports whether the statement at cur stands in a list of statements,
// where others can be put before and behind it.
func inBlock(cur inspector.Cursor) bool {
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
