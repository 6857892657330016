package unguardedfield

import "sync"

// What an attempt returns is passed to a goroutine, and changed for the answer.
type attempt struct {
	status
	tries int
}

type status struct {
	code int
	text string
}

func tryRelay(n int) *attempt {
	if n == 0 {
		return nil
	}
	return lastAttempts.Load()
}

type attempts struct {
	mu   sync.Mutex
	last *attempt
}

func (a *attempts) Load() *attempt {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last
}

var lastAttempts attempts

func noteAttempt(a *attempt) { noteText(a, 1) }

func noteText(a *attempt, n int) { println(a.text, n) }

func relayRetried(id string) string {
	failure := tryRelay(3)
	for i := 2; failure != nil && i > 0; i-- {
		failure = tryRelay(i)
		go noteAttempt(failure)
	}
	if failure == nil {
		return ""
	}
	failure.text += id // want `data race: failure\.text is written here, and the goroutine started at line \d+, which has the object, uses the field at line \d+, and no lock orders the two`
	return failure.text
}

func relayLiteral(id string) {
	failure := tryRelay(1)
	go func() {
		println(failure.code)
	}()
	failure.status.code = len(id) // want `data race: failure\.status\.code is written here, and the goroutine started at line \d+, which has the object, uses the field at line \d+, and no lock orders the two`
}
