package catalog

import (
	"slices"
	"strings"
)

// LimitNames are names of settings, in lower case and without underscores, that say how long
// something may take, by what they limit. A fix prefers one that a program has to a number of
// its own.
var LimitNames = map[string][]string{
	"call": {
		"timeout", "httptimeout", "requesttimeout", "httprequesttimeout", "clienttimeout", "httpclienttimeout",
		"calltimeout", "apitimeout", "defaulttimeout", "defaulthttptimeout", "defaultrequesttimeout", "defaultclienttimeout",
	},
	"header": {
		"readheadertimeout", "httpreadheadertimeout", "serverreadheadertimeout", "defaultreadheadertimeout", "headertimeout",
	},
	"idle": {
		"idletimeout", "httpidletimeout", "serveridletimeout", "defaultidletimeout",
	},
	"response": {
		"responseheadertimeout", "upstreamtimeout", "backendtimeout", "proxytimeout", "defaultresponseheadertimeout",
	},
	"shutdown": {
		"shutdowntimeout", "gracefulshutdowntimeout", "stoptimeout", "draintimeout", "graceperiod", "shutdowngraceperiod",
		"gracefultimeout", "terminationgraceperiod", "defaultshutdowntimeout", "closetimeout", "shutdowngrace",
	},
}

// SettingsNames are names of fields and parameters that hold the settings of what has them.
var SettingsNames = map[string]bool{
	"cfg": true, "config": true, "conf": true, "opts": true, "options": true, "settings": true, "params": true,
}

// SetUpWords begin the names of functions that set up something with settings.
var SetUpWords = words("configure setup init initialize install")

// NamesSettings reports whether a word of a name, which may have its package before it, says that it is of settings.
func NamesSettings(name string) bool {
	return slices.ContainsFunc(Words(name[strings.LastIndex(name, ".")+1:]), func(word string) bool {
		return SettingsNames[word] || word == "configuration"
	})
}

// DurationUnits are the constants of package time for the last words of names of numbers.
var DurationUnits = map[string]string{
	"ms": "Millisecond", "msec": "Millisecond", "msecs": "Millisecond", "millis": "Millisecond", "millisecond": "Millisecond", "milliseconds": "Millisecond",
	"sec": "Second", "secs": "Second", "second": "Second", "seconds": "Second",
	"mins": "Minute", "minute": "Minute", "minutes": "Minute",
	"hour": "Hour", "hours": "Hour",
}
