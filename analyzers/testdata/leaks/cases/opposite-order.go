//leak:pattern Two locks taken in opposite order
//leak:source GoBench, AB-BA deadlock
//leak:reported lockrace/lock-order
//leak:unfixed which of the orders is meant is the author's to say

package cases

import "sync"

func init() { All["opposite-order"] = oppositeOrder }

type safe struct {
	mu      sync.Mutex
	balance int
}

type audit struct {
	mu    sync.Mutex
	lines int
}

type bank struct {
	account safe
	audit   audit
}

func (b *bank) deposit() {
	b.account.mu.Lock()
	defer b.account.mu.Unlock()
	b.account.balance++
	_ = work()
	b.audit.mu.Lock()
	defer b.audit.mu.Unlock()
	b.audit.lines++
}

func (b *bank) report() int {
	b.audit.mu.Lock()
	defer b.audit.mu.Unlock()
	_ = work()
	b.account.mu.Lock()
	defer b.account.mu.Unlock()
	return b.account.balance + b.audit.lines
}

func oppositeOrder() {
	b := new(bank)
	go b.deposit()
	go b.report()
}
