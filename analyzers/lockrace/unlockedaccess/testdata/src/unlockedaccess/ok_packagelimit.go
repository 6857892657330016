package unlockedaccess

import "sync"

var (
	limitMu, sendMu sync.Mutex
	sendLimit       int
)

func SetSendLimit(n int) {
	limitMu.Lock()
	defer limitMu.Unlock()
	sendLimit = n
}

func ResetSendLimit() {
	limitMu.Lock()
	sendLimit = 10
	limitMu.Unlock()
}

func SendLimit() int {
	limitMu.Lock()
	defer limitMu.Unlock()
	return sendLimit
}

// Another variable is the lock that is held.
func send(n int) bool {
	sendMu.Lock()
	defer sendMu.Unlock()
	return n < sendLimit
}

func Send(n int) bool { return send(n) }
