package b

import "a"

type App struct{ store *a.Store }

func (x *App) Stop() { _ = x.store.Close() } // want Stop:"closes"
