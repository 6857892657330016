package catalog

import (
	"slices"
	"strings"
	"unicode"
)

// Names only ever silence a check, or choose between two alternatives that are both sound.

// Words returns the words of an identifier in lower case: "shutDownAll" is "shut",
// "down", "all".
func Words(name string) []string {
	var list []string
	begin, last := 0, '_' // of the word, and the letter before
	for i, r := range name {
		if (unicode.IsUpper(r) || r == '_') && last != '_' && !unicode.IsUpper(last) {
			list, begin = append(list, word(name[begin:i])), i
		}
		last = r
	}
	return append(list, word(name[begin:]))
}

func word(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

// LivesOnPhrases say in documentation, or beside a loop, that a goroutine is meant to end with the
// process.
var LivesOnPhrases = slices.Concat(StartupPhrases, []string{
	"exit with the process", "exits with the process", "ends with the process",
	"lifetime of the process", "life of the process", "lifetime of the program", "life of the program",
	"as long as the process", "as long as the program", "until the process exits", "until the program exits",
	"this function will never return", "this function never returns", "this worker never stops", "this goroutine never stops", "no stop function", "never stopped on purpose", "need not be stopped", "does not need to be stopped",
})

// StartupPhrases say in documentation that a function runs when the program starts, and
// not again.
var StartupPhrases = []string{
	"once at startup", "once at start-up", "once at program start", "once at process start", "once at program startup", "once at process startup", "once when the program starts",
	"on initial bootup", "on initial startup", "on initial start", "only at startup", "only on startup", "only during startup", "at startup only",
}

// TestPhrases say in the documentation of a function that it is for tests.
var TestPhrases = []string{
	"for testing", "for tests", "for test", "for unit tests", "for use in tests", "in tests", "in unit tests", "during tests", "during unit tests", "by tests", "from tests",
	"testing only", "tests only", "test only", "only tests", "testing purposes", "test purposes", "test helper",
}

// NotAwaitedPhrases say beside a go statement that what it starts may be lost.
var NotAwaitedPhrases = []string{"best effort", "best-effort", "fire and forget", "fire-and-forget", "do not wait", "don't wait", "no need to wait", "not need to wait", "need not wait"}

// BesideMePhrases say of an address that what it leads to runs on the same machine.
var BesideMePhrases = []string{
	"the local", "same host", "same machine", "same pod", "same container", "same process", "sidecar", "loopback", "own server",
}

// CursorMethods advance to the next element. Their caller is one goroutine: with two, the
// next element belongs to either.
var CursorMethods = map[string]bool{"Next": true, "Read": true, "Scan": true}

// SetupMethods are called while their object is set up, before it works: the type of their
// parameter by name.
var SetupMethods = map[string]string{
	"Describe": "chan<- *github.com/prometheus/client_golang/prometheus.Desc",
}

// OwnHooks are fields whose functions run in the goroutine that uses the object.
var OwnHooks = map[string]bool{"net/http.Client.CheckRedirect": true}

// ReadMethods are those of what is there to be read.
var ReadMethods = map[string]bool{"Read": true, "ReadAt": true, "Next": true}

// writeWords begin the names of methods that write something, or keep it for later.
var writeWords = map[string]bool{
	"write": true, "flush": true, "append": true, "put": true, "add": true, "commit": true, "save": true,
	"insert": true, "delete": true, "remove": true, "encode": true, "send": true, "exec": true, "begin": true, "update": true,
}

// WriteMethod reports whether a method writes something, going by its name.
func WriteMethod(name string) bool { return writeWords[Words(name)[0]] }

// atEndWords are in the names of functions that write out, release or remove what lasts
// beyond the process.
var atEndWords = map[string]bool{
	"flush": true, "commit": true, "save": true, "unlock": true, "release": true, "remove": true, "delete": true,
	"deregister": true, "unregister": true, "drain": true, "revoke": true, "resign": true,
}

// WritesAtEnd reports whether a function that is called at the end of something writes out,
// releases or removes what lasts, going by its name.
func WritesAtEnd(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return atEndWords[w] })
}

// LeavesNothing reports whether a function is not called after anything that it
// would end, flush or take away, and so may be left out at the end of a process.
func LeavesNothing(name string) bool {
	return !slices.ContainsFunc(Words(name), func(w string) bool {
		return CleanupWords[w] || AfterlifeWords[w] || keepWords[w]
	})
}

// PeerMethods are those of connections and streams that receive.
var PeerMethods = []string{"Recv", "RecvMsg", "Receive", "ReadMessage", "ReadLine", "Read"}

// Datagram reports whether a function is named for the packets of a call or stream, or of UDP, which may be
// lost at any time.
func Datagram(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return w == "rtp" || w == "rtcp" || w == "udp" })
}

// StoresOrSends reports whether a function is named for storing something, or sending it.
func StoresOrSends(name string) bool {
	list := Words(name)
	return ChangeWords[list[0]] || addWords[list[0]] || NamedSend(name)
}

// NamedSend reports whether a function sends something, going by its name.
func NamedSend(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return sendWords[w] })
}

// NamedDecode reports whether a function takes the form of data apart, going by its name.
func NamedDecode(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return decodeWords[w] })
}

var decodeWords = words("decode parse read bind unmarshal body payload")

// NamedPost reports whether a function makes a POST request, going by its name: what that does
// depends on the caller.
func NamedPost(name string) bool { return Words(name)[0] == "post" }

// ForTests reports whether a function is for tests, going by its name: SetClockForTesting.
func ForTests(name string) bool {
	list := Words(name)
	n := len(list)
	return n > 1 && list[n-2] == "for" && strings.HasPrefix(list[n-1], "test")
}

// TestWord reports whether a word of a name says that what it names is for tests.
func TestWord(word string) bool {
	return word == "test" || word == "tests" || word == "testing" || word == "fake" || word == "mock"
}

// TakesAway reports whether a function takes away what is no longer wanted, going by its name.
func TakesAway(name string) bool { return UndoWords[Words(name)[0]] }

// InProcess reports whether a package logs, measures or works in memory: what it does ends
// with the process, without loss.
func InProcess(path string) bool {
	return MemoryPackages[path] || SilentPackages[path] || LogPackages[path] || MetricPackages[path]
}

// LogsByName reports whether a function logs or counts, going by its name.
func LogsByName(name string) bool { return logWords[Words(name)[0]] }

var logWords = words("log logf print printf println debug debugf debugw info infof infow warn warnf warnw warning warningf error errorf errorw notice noticef noticew trace tracef inc observe")

// ChangesWhatLasts reports whether a function changes what outlives the process, going
// by its name.
func ChangesWhatLasts(name string) bool {
	list := Words(name)
	if len(list) > 1 && list[0] == "store" { // alone it is that of a map or an atomic value, and elsewhere a noun
		return true
	}
	return slices.ContainsFunc(list, func(w string) bool { return w != "end" && (keepWords[w] || lastingWords[w]) })
}

// Fatal reports whether a function of that name and without results ends the process, as
// log.Fatal does: if its body decides by a severity argument, no analysis can determine
// that.
func Fatal(name string) bool {
	return slices.Contains([]string{"Fatal", "Fatalf", "Fatalln", "Fatalw"}, name)
}

// NewIDs return what no earlier call has returned.
var NewIDs = words(`github.com/google/uuid.New github.com/google/uuid.NewString github.com/google/uuid.NewRandom github.com/google/uuid.NewV7
	github.com/rs/xid.New github.com/segmentio/ksuid.New github.com/oklog/ulid/v2.Make crypto/rand.Text`)

// ClientAddresses return the address of a client.
var ClientAddresses = words(`(net.Conn).RemoteAddr (*net.TCPConn).RemoteAddr (*github.com/gin-gonic/gin.Context).ClientIP
	(*github.com/gin-gonic/gin.Context).RemoteIP (github.com/labstack/echo/v4.Context).RealIP (*github.com/gofiber/fiber/v2.Ctx).IP
	(*github.com/gorilla/websocket.Conn).RemoteAddr`)
