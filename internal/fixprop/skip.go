package fixprop

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// Skipped reports whether a fix has more exits from the function, or from what is around
// the marked statement, before that statement than the code did: then what the statement
// releases is kept. An exit that first does what the statement does is not counted, nor is
// one before the resource is acquired.
func (v Variation) Skipped(after []byte) (bool, error) {
	was, err := v.waysPast(v.Text)
	if err != nil {
		return false, err
	}
	is, err := v.waysPast(after)
	return is < 0 || is > was, err
}

// waysPast counts the exits that skip the marked statement; it is -1 if there is none.
func (v Variation) waysPast(src []byte) (int, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, 0)
	if err != nil {
		return 0, err
	}
	w := &ways{src: src, tok: fset.File(file.FileStart), mark: squeeze(v.Mark), taken: squeeze(v.Taken)}
	w.findMark(file)
	if w.at == nil {
		return -1, nil
	}
	w.count(w.body, nil)
	return w.n, nil
}

type ways struct {
	src         []byte
	tok         *token.File
	mark, taken string
	at          ast.Stmt       // the last that begins with mark
	from        ast.Stmt       // that which takes
	body        *ast.BlockStmt // of the function that has it
	n           int
}

// text returns the source of n without blanks.
func (w *ways) text(n ast.Node) string {
	return squeeze(string(w.src[w.tok.Offset(n.Pos()):w.tok.Offset(n.End())]))
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }

func (w *ways) findMark(file *ast.File) {
	var bodies []*ast.BlockStmt
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			if last := stack[len(stack)-1]; isFunc(last) {
				bodies = bodies[:len(bodies)-1]
			}
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.FuncDecl:
			bodies = append(bodies, n.Body)
		case *ast.FuncLit:
			bodies = append(bodies, n.Body)
		case ast.Stmt:
			if w.text(n) == w.taken {
				w.from = n
			}
			if strings.HasPrefix(w.text(n), w.mark) && len(bodies) > 0 {
				w.at, w.body = n, bodies[len(bodies)-1]
			}
		}
		return true
	})
}

func isFunc(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return true
	}
	return false
}

// count counts the exits below n. around are the statements that a break or continue may
// refer to, outermost first.
func (w *ways) count(n ast.Node, around []ast.Stmt) {
	ast.Inspect(n, func(m ast.Node) bool {
		if m == nil || m == n {
			return true
		}
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.LabeledStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			w.count(m, append(around[:len(around):len(around)], m.(ast.Stmt)))
			return false
		case *ast.ReturnStmt:
			w.leaves(m, w.body)
		case *ast.BranchStmt:
			if target := targetOf(m, around); target != nil {
				w.leaves(m, target)
			}
		}
		return true
	})
}

// targetOf returns the statement that a branch leaves, or begins anew.
func targetOf(branch *ast.BranchStmt, around []ast.Stmt) ast.Node {
	for i := len(around) - 1; i >= 0; i-- {
		switch s := around[i].(type) {
		case *ast.LabeledStmt:
			if branch.Label != nil && s.Label.Name == branch.Label.Name {
				return s
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if branch.Label == nil {
				return s
			}
		default:
			if branch.Label == nil && branch.Tok == token.BREAK {
				return s
			}
		}
	}
	return nil
}

// leaves counts a statement that leaves target, if the marked one is in it, after the
// statement, and nothing has done the same in its block.
func (w *ways) leaves(stmt ast.Stmt, target ast.Node) {
	if w.from != nil && stmt.Pos() < w.from.Pos() || stmt.Pos() > w.at.Pos() || w.at.Pos() < target.Pos() || w.at.End() > target.End() {
		return
	}
	done := false
	ast.Inspect(w.body, func(n ast.Node) bool {
		list := statements(n)
		for i, s := range list {
			if s != stmt {
				continue
			}
			for _, earlier := range list[:i] {
				done = done || strings.Contains(w.text(earlier), w.mark)
			}
		}
		return true
	})
	if !done {
		w.n++
	}
}
