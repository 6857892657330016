package unownedrelease

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// earlier matches a column that is compared with a time before.
var earlier = lazyregexp.New(`(?i)\b(\w+)["` + "`" + `]?\s*<=?\s*(?:now\(|current_timestamp|\$\d|\?|:\w|@\w)`)

// idWords end the names of columns that identify a row.
var idWords = map[string]bool{"id": true, "uuid": true}

// A lease is the claim of a row for a time, after which another worker may claim it.
type lease struct {
	claim *statuses.Statement
	until string // the column with that time
	owner string // the column that says whose claim it is, "" for none
}

// rows reports
//
//	UPDATE jobs SET locked_by = $1, locked_until = … WHERE … locked_until < now() …
//	…
//	UPDATE jobs SET locked_by = NULL, locked_until = NULL WHERE id = $1
//
// where the second statement ends the claim of any worker that holds the row at that time.
func rows(p *check.Pass) {
	known := p.ResultOf[statuses.Analyzer].(*statuses.Result)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, s := range known.Statements {
		if !s.Known() || s.Mongo || s.ORM || !s.ByID || len(s.Set) == 0 || !byKeyAlone(s) || p.Quiet(s.Call.Pos()) {
			continue
		}
		l := leaseOf(known, s)
		if l == nil {
			continue
		}
		cleared := clears(s, l.until) || l.owner != "" && clears(s, l.owner)
		if cur, ok := astindex.Find(in, s.Call); ok && (cleared || settles(s, l)) {
			reportRow(p, known, cur, s, l, cleared)
		}
	}
}

// byKeyAlone reports whether the conditions of a statement name the row and nothing else: no owner, state
// or version.
func byKeyAlone(s *statuses.Statement) bool {
	for field := range s.Where {
		if words := catalog.Words(field); len(words) == 0 || !idWords[words[len(words)-1]] || owns(field) {
			return false
		}
	}
	return !s.Vague && !strings.Contains(s.Text, "<")
}

// owns reports whether a column says who holds a row, or for which attempt, by its name.
func owns(field string) bool {
	return slices.ContainsFunc(catalog.Words(field), func(w string) bool { return catalog.OwnerWords[w] })
}

// leaseOf returns the lease that another statement takes of the table of s: it sets a column which the same
// statement, or another one of the table, compares with a time to find leases that have expired.
func leaseOf(known *statuses.Result, s *statuses.Statement) *lease {
	for _, claim := range known.Statements {
		if claim == s || claim.Table != s.Table || claim.Mongo || len(claim.Set) == 0 {
			continue
		}
		for _, other := range known.Statements {
			if other == s || other.Table != s.Table {
				continue
			}
			for _, m := range earlier().FindAllStringSubmatch(other.Text, -1) {
				until := strings.ToLower(m[1])
				if v, set := claim.Set[until]; set && !isNull(v) && (claim == other || takesOver(other, until)) {
					return &lease{claim: claim, until: until, owner: ownerIn(claim, until)}
				}
			}
		}
	}
	return nil
}

// takesOver reports whether a statement takes rows whose lease has expired away from their workers.
func takesOver(s *statuses.Statement, until string) bool {
	_, set := s.Set[until]
	return set || slices.ContainsFunc(catalog.Words(until), func(w string) bool { return catalog.OwnerWords[w] })
}

// ownerIn returns the column in which a claim says whose it is: not the one with its time, which says only
// when it expires.
func ownerIn(claim *statuses.Statement, until string) string {
	found := ""
	for field, v := range claim.Set {
		if field != until && owns(field) && !isNull(v) && v.Any && (found == "" || field < found) {
			found = field
		}
	}
	return found
}

func isNull(v statuses.Value) bool { return strings.EqualFold(v.SQL, "null") }

// clears reports whether a statement sets a column to NULL.
func clears(s *statuses.Statement, field string) bool {
	v, ok := s.Set[field]
	return ok && isNull(v)
}

// settles reports whether a statement sets a column that the claim sets to another state.
func settles(s *statuses.Statement, l *lease) bool {
	for field, v := range s.Set {
		claimed, ok := l.claim.Set[field]
		if ok && field != l.until && catalog.DoneStates[strings.ToLower(v.Const)] && v.Const != claimed.Const {
			return true
		}
	}
	return false
}

func reportRow(p *check.Pass, known *statuses.Result, cur inspector.Cursor, s *statuses.Statement, l *lease, cleared bool) {
	decl := declOf(cur)
	if decl == nil || locksRow(known, decl, s) {
		return
	}
	if at, ok := p.Wanted(s.Call); ok {
		p.Safe(s.Call, s.Name(), verdict.Wanted, at)
		return
	}
	together := decl.Pos() <= l.claim.Call.Pos() && l.claim.Call.Pos() < decl.End()
	if at := limited(p, decl, l.claim.Call, s.Call); together && at.IsValid() {
		p.Safe(s.Call, s.Name(), verdict.Limited, at)
		return
	}
	var doubts []check.Doubt
	if l.owner == "" || !cleared {
		doubts = append(doubts, check.Doubting(verdict.OwnData, s.Call.Pos()))
	}
	if !together && !slices.ContainsFunc(catalog.Words(decl.Name.Name), func(w string) bool { return catalog.FinishWords[w] || catalog.UnlockWords[w] }) {
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, decl.Name.Pos()))
	}
	compare := "nothing says whose claim it is"
	if l.owner != "" {
		compare = "WHERE does not compare " + l.owner
	}
	p.Report(check.Finding{
		At: s.Call,
		Message: fmt.Sprintf("%s overwrites the row of %s also when its lease has expired and another worker holds it: %s",
			p.Name(s.Call.Fun), s.Name(), compare),
		Trace:  []check.Hop{{Pos: l.claim.Call.Pos(), Message: "claimed until " + l.until + " here"}},
		Doubts: doubts,
	})
}

// locksRow reports whether the function of a statement locks rows of the table before.
func locksRow(known *statuses.Result, decl *ast.FuncDecl, s *statuses.Statement) bool {
	return slices.ContainsFunc(known.Statements, func(other *statuses.Statement) bool {
		return other.Table == s.Table && len(other.Set) == 0 && strings.Contains(strings.ToUpper(other.Text), "FOR UPDATE") && decl.Pos() <= other.Call.Pos() && other.Call.Pos() < decl.End()
	})
}
