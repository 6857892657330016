package check

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// Wanted reports whether a comment says that what n does is wanted, and where. Only a
// reason counts, one of [wantedPhrases] or of those that the check adds; a word
// of the subject is none. The comment stands right above the statement or declaration
// around n, on the lines of it, or first in its body. A comment that promises a change
// (TODO, FIXME) says the opposite.
func (p *Pass) Wanted(n ast.Node, also ...string) (token.Pos, bool) {
	at := p.places(n)
	for _, group := range p.comments(n.Pos()) {
		if at.beside(p, group) && givesReason(group, also) {
			return group.Pos(), true
		}
	}
	return token.NoPos, false
}

// places are where comments about a statement can stand.
type places struct {
	around []statement      // the statement, and the condition that it is first under
	bodies []*ast.BlockStmt // blocks in it: what stands there is about something else
	leads  []token.Pos      // first statements of the bodies of the node itself
}

// A statement is one of a list, or a declaration, and where the code before it ends.
type statement struct {
	ast.Node
	after token.Pos
}

func (p *Pass) places(n ast.Node) places {
	at := places{around: p.around(n)}
	ast.Inspect(at.around[0].Node, func(m ast.Node) bool {
		block, ok := m.(*ast.BlockStmt)
		if !ok || block.Pos() <= n.Pos() && n.End() <= block.End() && m != n {
			return true
		}
		at.bodies = append(at.bodies, block)
		if len(block.List) > 0 && n == at.around[0].Node {
			at.leads = append(at.leads, block.List[0].Pos())
		}
		return false
	})
	return at
}

// beside reports whether a comment is about the statement, and not about one in it.
func (at *places) beside(p *Pass, group *ast.CommentGroup) bool {
	for _, s := range at.around {
		if p.Line(group.End()) == p.Line(s.Pos())-1 && p.Line(group.Pos()) > p.Line(s.after) {
			return true
		}
	}
	stmt := at.around[0]
	if group.End() < stmt.Pos() || group.Pos() > stmt.End() && p.Line(group.Pos()) != p.Line(stmt.End()) {
		return false
	}
	i := slices.IndexFunc(at.bodies, func(body *ast.BlockStmt) bool { return body.Pos() <= group.Pos() && group.End() <= body.End() })
	if i < 0 || p.Line(group.Pos()) == p.Line(at.bodies[i].Pos()) {
		return true
	}
	return slices.ContainsFunc(at.leads, func(lead token.Pos) bool {
		return at.bodies[i].Pos() < lead && lead < at.bodies[i].End() && group.End() <= lead
	})
}

// around returns the statement of a list, or the declaration, around n, and the if
// statement whose branch begins with it: a comment above the condition is about that.
func (p *Pass) around(n ast.Node) []statement {
	for _, f := range p.Files {
		if n.Pos() < f.FileStart || f.FileEnd < n.Pos() {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, n.Pos(), n.End())
		for i, m := range path[:len(path)-1] {
			if !stands(m) || !lists(path[i+1]) {
				continue
			}
			list := []statement{{m, before(path[i+1], m)}}
			if block, ok := path[i+1].(*ast.BlockStmt); ok && block.List[0] == m {
				if test, ok := path[i+2].(*ast.IfStmt); ok {
					list = append(list, statement{test, before(path[i+3], test)})
				}
			}
			return list
		}
	}
	return []statement{{n, token.NoPos}}
}

// before returns where the code of parent that comes before one of its parts ends.
func before(parent, part ast.Node) token.Pos {
	end := parent.Pos()
	ast.Inspect(parent, func(n ast.Node) bool {
		if _, comment := n.(*ast.CommentGroup); !comment && n != nil && n != parent && n.End() <= part.Pos() {
			end = max(end, n.End())
		}
		return n == parent
	})
	return end
}

// stands reports whether a node is on lines of its own, in what lists reports.
func stands(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt:
		return false
	case ast.Stmt, *ast.GenDecl, *ast.FuncDecl, *ast.Field, *ast.ValueSpec:
		return true
	}
	return false
}

// lists reports whether the parts of a node stand on lines of their own.
func lists(parent ast.Node) bool {
	switch parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.LabeledStmt, *ast.File, *ast.FieldList, *ast.GenDecl:
		return true
	}
	return false
}

// promises match a comment that says what is still to be done; context.TODO is none.
var promises = lazyregexp.New(`(^|[^.\w])(TODO|FIXME|XXX|HACK|BUG)\b`)

// givesReason reports whether a comment has a phrase that gives a reason.
func givesReason(group *ast.CommentGroup, also []string) bool {
	for _, c := range group.List {
		if promises().MatchString(c.Text) {
			return false
		}
	}
	text := prose(group)
	for _, phrase := range slices.Concat(wantedPhrases, also) {
		before, _, found := strings.Cut(text, " "+phrase+" ")
		if found && !negations[before[strings.LastIndex(before, " ")+1:]] {
			return true
		}
	}
	return false
}

// negations before a phrase reverse it, or leave it open.
var negations = map[string]bool{"not": true, "t": true, "never": true, "no": true, "nothing": true, "without": true, "may": true, "might": true, "can": true, "could": true}

// wantedPhrases say that something unusual is intended, or why.
var wantedPhrases = []string{
	"on purpose", "by design", "by intent", "by intention", "intentional", "intentionally", "deliberate", "deliberately", "purposely", "purposefully", "is wanted", "as intended",
	"fire and forget",
	"to outlive", "must outlive", "should outlive", "shall outlive", "outlives the", "outlive the", "outlives its", "outlive its",
	"to survive", "must survive", "should survive", "survives the", "survive the",
	"must finish", "must complete", "must go on", "must not be cut short", "must not be canceled", "must not be cancelled", "must not be interrupted", "must not be aborted", "not want to interrupt", "not want to cancel",
	"should not be canceled", "should not be cancelled", "not be canceled with", "not be cancelled with", "even if the client", "even if the caller",
	"even if the request", "even when the client", "even when the caller", "even when the request", "regardless of the",
	"independent of the", "independently of the",
	"lifetime of the process", "life of the process", "lifetime of the program", "life of the program", "lifetime of the application", "lifetime of the service",
	"as long as the process", "as long as the program", "as long as the application", "until the process exits", "until the program exits",
	"ends with the process", "exits with the process", "exit with the process", "dies with the process",
	"never stops by design", "need not be stopped", "does not need to be stopped",
}
