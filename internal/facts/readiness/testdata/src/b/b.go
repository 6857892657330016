package b // want package:"has readiness"

import "a"

func Run(api *a.API) { // want Run:"sets and resets"
	api.Start()
	api.Ready.Store(false)
}

func Other(api *a.API) { api.Other = true }
