package catalog

import "slices"

// CleanupWords are the words, in lower case, by which methods that end something
// are called: they must run to their end although the work around them is over.
var CleanupWords = map[string]bool{
	"shutdown": true, "close": true, "disconnect": true, "unlock": true, "rollback": true,
	"deregister": true, "unregister": true, "flush": true, "stop": true, "release": true,
	"revoke": true, "leave": true, "del": true, "terminate": true, "cleanup": true, "teardown": true, "drain": true,
}

// AfterlifeWords, beside [CleanupWords], are words by which functions are called
// that run when, or so that, the work around them ends. They only silence.
var AfterlifeWords = map[string]bool{
	"shutting": true, "closing": true, "stopping": true, "closed": true, "stopped": true, "abort": true,
	"destroy": true, "dispose": true, "exit": true, "quit": true, "finish": true, "finalize": true,
	"leaving": true, "terminated": true, "purge": true, "clean": true, "tear": true, "cancel": true, "kill": true,
	"unsubscribe": true, "compensate": true, "undo": true, "restore": true, "logout": true, "down": true,
}

// keepWords, beside the two before, are words of functions that put something where
// it outlives the process, or take it away from there.
var keepWords = words("sync save remove delete persist commit write dump push upload send export end unlink")

// lastingWords, beside keepWords, are words of functions that change what outlives the
// process, or do work that must not stop half done.
var lastingWords = words("exec execute insert upsert put patch publish produce flush purge vacuum compact migrate truncate " +
	"gc garbage clean cleanup sweep expire process handle run dispatch deliver consume retry recover reconcile job jobs task tasks")

// UndoWords begin the names of functions that take back what was begun.
var UndoWords = words("delete remove purge clean abort drop discard undo revert destroy")

// compensateWords begin the names of functions that take back the steps before one that has failed.
var compensateWords = words("rollback compensate undo revert refund restore unreserve unlock release abort abandon")

// Compensates reports whether a function is named as one that takes back what was done.
func Compensates(name string) bool {
	list := Words(name)
	return compensateWords[list[0]] || len(list) > 1 && list[0] == "roll" && list[1] == "back"
}

var (
	recordWords = words("set update mark finish complete fail record report persist requeue reschedule")
	failedWords = words("fail failed failure failing error errored retry requeue reschedule aborted canceled cancelled")
)

// Records reports whether a function is named as one that stores the state of something.
func Records(name string) bool { return recordWords[Words(name)[0]] }

// SaysFailed reports whether a name says that something has failed, or is to be tried again.
func SaysFailed(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return failedWords[w] })
}

// unmakeWords begin the names of functions that take back what one of [createWords] has made.
var (
	unmakeWords = words("delete remove discard cancel cleanup destroy purge drop unset")
	createWords = words("add begin book create init initiate insert make mkdir open place provision put reserve save schedule stage start store upload write")
)

// Unmakes reports whether a function named remove may take back what one named create has made.
func Unmakes(remove, create string) bool {
	return unmakeWords[Words(remove)[0]] && createWords[Words(create)[0]]
}

// ChangeWords begin the names of functions that change what outlives their caller.
var ChangeWords = words("update upsert set insert save store put write mark record commit patch publish persist append delete remove")

// addWords, beside [ChangeWords], begin the names of functions that add something.
var addWords = words("add create post upload")

// sendWords are words of functions that send something which does not come again.
var sendWords = words("send publish notify push mail email webhook upload")

// GiveBackWords are words of functions that release what others wait for.
var GiveBackWords = words("unlock runlock release rollback abort undo")

// Resumes reports whether a word is one of functions that continue what was begun before the program
// was started.
func Resumes(word string) bool { return resumeWords[word] }

var resumeWords = words("load reload restore recover resume replay requeue")

// NewWords begin the names of functions that make something to keep.
var NewWords = words("new make build init setup")

// LoadsAgain reports whether a function loads what it has loaded before, going by its name.
func LoadsAgain(name string) bool { return againWords[Words(name)[0]] }

var againWords = words("reload refresh update sync renew rotate repopulate rehash")

// RecordWords are words of functions that write down what has happened.
var RecordWords = words("log logs audit audits")

// LeaseWords begin the names of functions that release what one piece of work has held:
// what they stop works for that alone, and returns as soon as it is stopped.
var LeaseWords = words("release unlock")

// takeWords begin the names of functions that acquire what those of [LeaseWords] release.
var takeWords = words("lock trylock try acquire obtain lease reserve claim setnx")

// takersOf are, by the first word of what gives something back, the first words of what
// takes it.
var takersOf = map[string]map[string]bool{
	"release":    takeWords,
	"unlock":     takeWords,
	"free":       takeWords,
	"relinquish": takeWords,
	"deregister": words("register announce"),
	"unregister": words("register announce"),
	"leave":      words("join enter"),
	"revoke":     words("grant issue"),
	"del":        words("setnx"),
}

// TakesFor reports whether a function named take acquires what one named give releases.
// SetNX is one word here.
func TakesFor(give, take string) bool {
	if take == "SetNX" {
		take = "Setnx"
	}
	return takersOf[Words(give)[0]][Words(take)[0]]
}

// BlockingWords, among [LifetimeWords], are words of functions that start what outlives
// them, or that are it: then they return when it ends.
var BlockingWords = words("run serve watch subscribe listen")

// StayWords, with [BlockingWords], are words of functions that may return no sooner than
// what runs beside them.
var StayWords = words("wait join loop pump copy stream pipe proxy relay handle hijack upgrade accept sleep poll consume")

// LaterWords are words of functions that run later, or in a goroutine, what they are passed.
var LaterWords = words("subscribe register add on schedule submit enqueue queue start go async spawn every use hook listen defer")

// LifetimeWords are words of functions that start what outlives them: the
// context of their caller is that of the start alone.
var LifetimeWords = map[string]bool{
	"start": true, "starting": true, "run": true, "serve": true, "watch": true, "subscribe": true, "listen": true,
	"init": true, "setup": true, "background": true, "async": true, "detach": true, "detached": true, "go": true,
}
