package statuses

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"
)

// The parts of the SQL that matter here. A statement that is put together at run
// time, or that these do not match, is not seen.
var (
	update   = regexp.MustCompile(`(?is)^\s*(?:with\b.*?\)\s*)?update\s+(?:only\s+)?["` + "`" + `]?([\w.]+)["` + "`" + `]?\s+(?:as\s+\w+\s+|\w+\s+)?set\s+(.*?)\bwhere\b(.*)$`)
	query    = regexp.MustCompile(`(?is)^\s*(?:select\b.*?|delete\s+)from\s+["` + "`" + `]?([\w.]+)["` + "`" + `]?.*?\bwhere\b(.*)$`)
	equals   = regexp.MustCompile(`(?i)["` + "`" + `]?(\w+)["` + "`" + `]?\s*=\s*('[^']*'|[^\s,()']+(?:\([^()]*\))?)`)
	inList   = regexp.MustCompile(`(?i)(\w+)\s+in\s*\(([^()]*)\)`)
	idEquals = regexp.MustCompile(`(?i)^\s*(?:\w+\.)?(?:id|uuid|\w+_id)\s*=\s*(?:\$\d+|\?|:\w+|@\w+)`)
)

// sql reads a statement that is a constant among the arguments of a call.
func sql(info *types.Info, call *ast.CallExpr) *Statement {
	for _, arg := range call.Args {
		tv := info.Types[arg]
		if tv.Value == nil || tv.Value.Kind() != constant.String {
			continue
		}
		text := constant.StringVal(tv.Value)
		if len(text) < 20 {
			continue
		}
		if m := update.FindStringSubmatch(text); m != nil {
			return &Statement{Call: call, Text: text, Table: strings.ToLower(m[1]), Set: assignments(m[2]), Where: conditions(m[3]), ByID: idEquals.MatchString(m[3])}
		}
		if m := query.FindStringSubmatch(text); m != nil {
			return &Statement{Call: call, Text: text, Table: strings.ToLower(m[1]), Where: conditions(m[2]), ByID: idEquals.MatchString(m[2])}
		}
	}
	return nil
}

func assignments(text string) map[string]Value {
	set := make(map[string]Value)
	for _, m := range equals.FindAllStringSubmatch(text, -1) {
		set[strings.ToLower(m[1])] = sqlValue(m[2])
	}
	return set
}

func conditions(text string) map[string][]Value {
	where := make(map[string][]Value)
	for _, m := range equals.FindAllStringSubmatch(text, -1) {
		col := strings.ToLower(m[1])
		where[col] = append(where[col], sqlValue(m[2]))
	}
	for _, m := range inList.FindAllStringSubmatch(text, -1) {
		col := strings.ToLower(m[1])
		for v := range strings.SplitSeq(m[2], ",") {
			where[col] = append(where[col], sqlValue(strings.TrimSpace(v)))
		}
	}
	return where
}

func sqlValue(text string) Value {
	if inner, ok := strings.CutPrefix(text, "'"); ok {
		return Value{Const: strings.TrimSuffix(inner, "'"), SQL: text}
	}
	return Value{SQL: text}
}
