// Package selftimer finds the functions of timers that read the field to which the timer is assigned,
// and may do so before the assignment.
package selftimer
