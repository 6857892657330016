package blockedsend

import "time"

// The channel that the goroutine is given is never made.
func firstPassed() string {
	var answers chan string
	go func(answers chan<- string) {
		answers <- "a" // want `send on answers blocks forever: answers is nil, because nothing is assigned to it`
	}(answers)
	select {
	case a := <-answers:
		return a
	case <-time.After(time.Second):
		return ""
	}
}

func respond(replies chan<- string) {
	replies <- "b" // want `send on replies blocks forever: replies is nil, because nothing is assigned to it`
}

func firstReply() string {
	var replies chan string
	go respond(replies)
	return <-replies
}
