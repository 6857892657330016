package user

import "example.org/store"

type User struct{ store *store.Store }

func (u *User) Count() int { return u.store.Len() } // want Count:`takes 0.store.mu`

func (u *User) Hold() { u.store.Lock() } // want Hold:`holds 0.store.mu`

func (u *User) Twice() { // want Twice:`takes 0.store.mu`
	defer store.Acquire(u.store)()
}

func (u *User) Get() int { return u.store.Get() }
