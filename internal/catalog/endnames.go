package catalog

import "slices"

var closeWords = words("quit logout finish end free cancel unsubscribe drain done put")

// ClosesByName reports whether a function of that name closes what it is called on, or given.
func ClosesByName(name string) bool {
	return EndsByName(name) || slices.ContainsFunc(Words(name), func(w string) bool { return closeWords[w] })
}

// CleansUp reports whether a word, of the name of a function value, says that it ends or releases
// something.
func CleansUp(word string) bool { return cleanupWords[word] }

var cleanupWords = words("stop cancel unlock release cleanup clean close closer unsubscribe unregister deregister teardown shutdown detach restore undo free rollback remove unwatch disconnect")

// MayRemove reports whether such a word may say as well that a thing is taken away whose work is done.
func MayRemove(word string) bool { return word == "remove" || word == "delete" }

// EndsWork reports whether a word, of the name of a function, says that it stops something that runs.
func EndsWork(word string) bool { return workEnds[word] }

var workEnds = words("stop shutdown drain flush")

// Replaces reports whether a method of that name makes anew what its object has already.
func Replaces(name string) bool { return replaceWords[Words(name)[0]] }

var replaceWords = words("rotate reopen reload reconnect redial roll renew refresh replace switch swap reset")

// AnswersChange reports whether a function is called each time that something changes, going by its name.
func AnswersChange(name string) bool {
	list := Words(name)
	return list[0] == "on" && slices.ContainsFunc(list, func(w string) bool { return changeWords[w] })
}

var changeWords = words("change changed reload reloaded update updated rotate rotated")

// PureReads give the same for the same arguments, as long as nothing changes what these refer to.
var PureReads = map[string]bool{
	"(net/http.Header).Get":         true,
	"(net/url.Values).Get":          true,
	"(net/url.Values).Has":          true,
	"(*net/http.Request).FormValue": true,
	"(*net/http.Request).PathValue": true,
	"strings.HasPrefix":             true,
	"strings.HasSuffix":             true,
	"strings.Contains":              true,
	"strings.EqualFold":             true,
	"os.Getenv":                     true,
}

// TakesBody are functions that are given the body of a request as a plain reader, which the client closes
// if it can be closed.
var TakesBody = map[string]bool{
	"net/http.NewRequest":            true,
	"net/http.NewRequestWithContext": true,
	"net/http.Post":                  true,
	"(*net/http.Client).Post":        true,
	"net/http/httptest.NewRequest":   true,
}

// InfallibleWriters never return an error.
var InfallibleWriters = map[string]bool{"bytes.Buffer": true, "strings.Builder": true, "hash.Hash": true}

// RowIterators are the methods that go to the next row: they return false at the end and for an error,
// which Err returns.
var RowIterators = map[string]bool{
	"(*database/sql.Rows).Next":                           true,
	"(github.com/jackc/pgx/v4.Rows).Next":                 true,
	"(github.com/jackc/pgx/v5.Rows).Next":                 true,
	"(*go.mongodb.org/mongo-driver/mongo.Cursor).Next":    true,
	"(*go.mongodb.org/mongo-driver/v2/mongo.Cursor).Next": true,
}
