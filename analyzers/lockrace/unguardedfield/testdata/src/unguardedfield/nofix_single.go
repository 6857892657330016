package unguardedfield

import "net/http"

type auditor struct{ lines int }

func newAuditor() *auditor { return new(auditor) }

var theAuditor *auditor

// theOneAuditor makes the auditor for the first request, or for several at the same time.
func theOneAuditor() *auditor {
	if theAuditor != nil {
		return theAuditor
	}
	theAuditor = newAuditor() // want `data race: theAuditor is written by requests, which run concurrently, and no mutex guards it`
	return theAuditor
}

func serveAudited(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Lines", string(rune(theOneAuditor().lines)))
}

var theScribe *auditor

// Scribe is asked by whoever needs it.
func Scribe() *auditor {
	if theScribe == nil {
		theScribe = newAuditor() // want `data race: theScribe is written in a function that may be called concurrently, and no mutex guards it`
	}
	return theScribe
}
